export {
  ApiError,
  type ApiErrorOf,
  type ErrorOf,
  isApiError,
  OperationError,
} from './api-error.ts';
export { bindCalls, type CallOf, type CallsOf, type ErrorCodeOf } from './calls/bind-calls.ts';
export { type Bundles, createBundles } from './calls/bundles.ts';
export { createFileShares, type FileShares } from './calls/file-shares.ts';
export { createFs, type Fs } from './calls/file-system.ts';
export { createTextShares, type TextShares } from './calls/text-shares.ts';
export { createUploadRequests, type UploadRequests } from './calls/upload-requests.ts';
export {
  type ApiClient,
  type ApiClientOptions,
  type CallOptions,
  type Credential,
  createApiClient,
  type FailedCall,
  REQUEST_TIMEOUT_MS,
  UPLOAD_TIMEOUT_MS,
} from './client.ts';
export { type Client, type ClientOptions, createClient } from './create-client.ts';
export type {
  ClientErrorCode,
  DetailsOf,
  ErrorCode,
  ErrorDetails,
  GeneralErrorCode,
  UploadFailureCode,
} from './errors.ts';
export {
  type ClientSideCopy,
  type ClientSideCopyFile,
  type ClientSideCopyOptions,
  type ClientSideCopyRun,
  type CopyBytes,
  type CopyBytesContext,
  copyBytesInMemory,
  storageFailure,
} from './operations/client-side-copy.ts';
export {
  type RangeHeaders,
  type ReadOptions,
  type ResumableRead,
  readResumably,
} from './operations/resumable-read.ts';
export type { LongCall, LongInput, LongResult, RunOptions } from './operations/run-operation.ts';
export { withRetries } from './operations/with-retries.ts';
export type { SessionEnd, SessionEvent } from './session-events.ts';
export type { UploadedEntry } from './uploads/entry-upload.ts';
export type { ShareUploadOptions, UploadedShare } from './uploads/share-upload.ts';
export type {
  UploadEngineOptions,
  UploadHandle,
  UploadOptions,
  UploadProgress,
  UploadState,
  UploadWait,
} from './uploads/upload-handle.ts';
