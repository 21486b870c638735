import type { commitFileShare } from '@satchel/api-client/contract/file-share-uploads';
import type { EndpointResult } from '@satchel/api-client/endpoint';

export type CommittedShare = EndpointResult<typeof commitFileShare>;

/** The metadata that is sent with a file (SPEC 3). */
export interface UploadMetadata {
  slug: string | null;
  path: string | null;
  remark: string | null;
  password: string | null;
  /** Hours, 0 for never. */
  expires_in: number;
  max_views: number | null;
  /** Null for the server's default. */
  use_proxy: boolean | null;
}

export interface TransferJob {
  readonly file: File;
  readonly metadata: UploadMetadata;
}

export interface TransferProgress {
  readonly bytes: number;
  readonly bytesPerSecond: number;
  /** Null while the rate is not known. */
  readonly timeLeftMs: number | null;
}

/** The upload of one file. */
export interface Transfer {
  /** Starts, or starts again after a failure; rejects when it fails or is cancelled. */
  run(): Promise<CommittedShare>;
  /** Cancels the upload and removes what storage has of it. */
  cancel(): void;
  /** Present only if uploaded parts survive a pause. */
  readonly pausing?: { pause(): void; resume(): void };
}

export type CreateTransfer = (
  job: TransferJob,
  onProgress: (progress: TransferProgress) => void,
) => Transfer;

const MARKDOWN_NAME = /\.(md|markdown|mdown|mkd|mkdn)$/i;

/** Markdown is sent as text/markdown, because many systems have no type for it (SPEC 3). */
export function mimeTypeOf(file: { name: string; type: string }): string {
  return MARKDOWN_NAME.test(file.name) ? 'text/markdown' : file.type;
}
