import type { commitFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { EndpointResult } from '@satchel/api-client/endpoint';

export type CommittedShare = EndpointResult<typeof commitFileShare>;

/** What is sent about a file besides its bytes (SPEC 3). */
export interface UploadMetadata {
  slug: string | null;
  path: string | null;
  remark: string | null;
  password: string | null;
  /** Hours, 0 for never. */
  expires_in: number;
  max_views: number | null;
  /** Null leaves it to the server's default. */
  use_proxy: boolean | null;
}

export interface TransferJob {
  readonly file: File;
  readonly metadata: UploadMetadata;
}

export interface TransferProgress {
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Null while there is no rate to tell it by. */
  readonly timeLeftMs: number | null;
}

/** One file on its way to its share. */
export interface Transfer {
  /** Starts, or starts again after a failure; rejects when it fails or is cancelled. */
  run(): Promise<CommittedShare>;
  /** Also drops what storage has of it. */
  cancel(): void;
  /** Only where the parts that are sent stay sent. */
  readonly pausing?: { pause(): void; resume(): void };
}

export type CreateTransfer = (
  job: TransferJob,
  onProgress: (progress: TransferProgress) => void,
) => Transfer;

const MARKDOWN_NAME = /\.(md|markdown|mdown|mkd|mkdn)$/i;

/** SPEC 3: Markdown is text/markdown, whatever the system thinks. */
export function mimeTypeOf(file: { name: string; type: string }): string {
  return MARKDOWN_NAME.test(file.name) ? 'text/markdown' : file.type;
}
