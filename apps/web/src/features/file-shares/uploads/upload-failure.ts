export type UploadFailureCode = 'network' | 'timeout' | 'http';

/** A PUT to storage that failed. Refusals of the server are `ApiError`s instead. */
export class UploadFailure extends Error {
  override readonly name = 'UploadFailure';
  readonly code: UploadFailureCode;
  readonly status: number | undefined;

  constructor(code: UploadFailureCode, details: { status?: number; cause?: unknown } = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = details.status;
  }
}
