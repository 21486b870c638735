export { UploadError, type UploadErrorCode, type UploadErrorDetails } from './engine/errors.ts';
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
} from './engine/limits.ts';
export type { UploaderOptions } from './engine/options.ts';
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
} from './engine/ports.ts';
export type { PartState } from './engine/session/job.ts';
export { choosePartSize, type PlannedPart, planParts } from './engine/session/part-plan.ts';
export { systemClock } from './engine/timing/clock.ts';
export { browserConnectivity } from './engine/timing/connectivity.ts';
export type { UploadProgress } from './engine/timing/progress.ts';
export { type Backoff, exponentialBackoff, linearBackoff } from './engine/timing/retry.ts';
export type { SpeedMemory } from './engine/timing/speed.ts';
export type {
  Upload,
  UploadEvents,
  UploadPart,
  UploadResult,
  UploadSnapshot,
  UploadState,
} from './engine/upload.ts';
export {
  type AddOptions,
  createUploader,
  type NeededMetadata,
  type Uploader,
  upload,
} from './engine/uploader.ts';
export { fingerprintFile } from './stores/fingerprint.ts';
export { resumeUpload } from './stores/resume.ts';
export type { FileHandle, StoredUpload, UploadStore } from './stores/upload-store.ts';
export {
  FILES_PER_CALL,
  gatherCalls,
  type MakeCalls,
} from './transports/gather-calls.ts';
