export { systemClock } from './clock.ts';
export { browserConnectivity } from './connectivity.ts';
export { UploadError, type UploadErrorCode, type UploadErrorDetails } from './errors.ts';
export { fingerprintFile } from './fingerprint.ts';
export type { PartState } from './job.ts';
export {
  CONCURRENT_PARTS,
  MAX_FILE_SIZE_BYTES,
  MAX_PARTS,
  MAX_RETRIES,
  PART_SIZE_BYTES,
  PART_TIMEOUT_MS,
  REQUEST_TIMEOUT_MS,
  RETRY_DELAY_MS,
  STALL_TIMEOUT_MS,
} from './limits.ts';
export type { UploaderOptions } from './options.ts';
export { choosePartSize, type PlannedPart, planParts } from './part-plan.ts';
export type {
  Clock,
  CompletedObject,
  CompletedPart,
  Connectivity,
  CreatedUpload,
  FileDescription,
  ListedPart,
  PartSender,
  ReadableUpload,
  SendRequest,
  SendResponse,
  SignedPart,
  SignedParts,
  StoredObject,
  UploadReference,
  UploadTransport,
} from './ports.ts';
export type { UploadProgress } from './progress.ts';
export { resumeUpload } from './resume.ts';
export { type Backoff, exponentialBackoff, linearBackoff } from './retry.ts';
export type {
  Upload,
  UploadEvents,
  UploadPart,
  UploadResult,
  UploadSnapshot,
  UploadState,
} from './upload.ts';
export type { FileHandle, StoredUpload, UploadStore } from './upload-store.ts';
export {
  type AddOptions,
  createUploader,
  type NeededMetadata,
  type Uploader,
  upload,
} from './uploader.ts';
