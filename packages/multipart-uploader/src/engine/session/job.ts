import type { FileHandle } from '../../stores/upload-store.ts';
import type { Connections } from '../connections.ts';
import { toUploadError, type UploadErrorCode } from '../errors.ts';
import type { UploaderSettings } from '../options.ts';
import type { FileDescription } from '../ports.ts';
import { withTimeout } from '../timing/clock.ts';
import type { ProgressMeter } from '../timing/progress.ts';
import { type RetryPolicy, withRetries } from '../timing/retry.ts';

/**
 * The state of one part.
 *
 * @example
 * const left = upload.parts.filter(({ state }) => state !== 'completed').length;
 */
export type PartState = 'pending' | 'uploading' | 'completed' | 'failed';

/** State of one file's upload across all of its runs. */
export interface UploadJob extends UploaderSettings, RetryPolicy {
  readonly file: Blob;
  readonly description: FileDescription;
  readonly metadata?: unknown;
  readonly destination?: string;
  readonly handle?: FileHandle;
  readonly priority: () => number;
  readonly connections: Connections;
  readonly progress: ProgressMeter;
  readonly onPart: (partNumber: number, state: PartState) => void;
}

/** Calls the server with a timeout and retries; failures get the given code. */
export function callServer<T>(
  job: RetryPolicy & Pick<UploaderSettings, 'requestTimeoutMs'>,
  code: UploadErrorCode,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withRetries(job, code, signal, () => callOnce(job, call, signal));
}

/** One attempt of a call to the server. Without a signal only the timeout aborts it. */
export function callOnce<T>(
  { clock, requestTimeoutMs }: Pick<UploaderSettings, 'clock' | 'requestTimeoutMs'>,
  call: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal = AbortSignal.any([]),
): Promise<T> {
  return withTimeout(clock, requestTimeoutMs, signal, call);
}

/** Whether the upload no longer exists: the store answered `NoSuchUpload`, which is a 404. */
export function isUploadGone(error: unknown): boolean {
  return toUploadError(error).status === 404;
}

/** Resolves to null if the store answers that the upload or object does not exist. */
export function nullIfGone<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    const failure = toUploadError(error);
    if (isUploadGone(failure)) return null;
    throw failure;
  });
}
