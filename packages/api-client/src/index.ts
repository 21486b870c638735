export { ApiError, type ApiErrorOf, type ErrorOf, isApiError } from './api-error.ts';
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
export type { CallOf, ErrorCodeOf } from './groups/bind-calls.ts';
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
