import type { Endpoint, StreamEndpoint } from '../endpoint.ts';
import * as apiKeys from './api-keys.ts';
import * as auditLog from './audit-log.ts';
import * as batches from './batch.ts';
import * as bundles from './bundles.ts';
import * as dashboard from './dashboard.ts';
import * as deliveryDownloads from './delivery-downloads.ts';
import * as fileShareUploads from './file-share-uploads.ts';
import * as fileShares from './file-shares.ts';
import * as fileSystem from './file-system.ts';
import * as fileSystemArchives from './file-system-archives.ts';
import * as fileSystemCopies from './file-system-copies.ts';
import * as fileSystemOperations from './file-system-operations.ts';
import * as fileSystemUploads from './file-system-uploads.ts';
import * as mounts from './mounts.ts';
import * as notifications from './notifications.ts';
import * as search from './search.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as storageConfigs from './storage-configs.ts';
import * as system from './system.ts';
import * as textShares from './text-shares.ts';
import * as thumbnails from './thumbnails.ts';
import * as uploadRequests from './upload-requests.ts';
import * as urlUploads from './url-uploads.ts';

/** Modules that declare calls. A test finds one that is missing here. */
const MODULES = [
  apiKeys,
  auditLog,
  batches,
  bundles,
  dashboard,
  deliveryDownloads,
  fileShareUploads,
  fileShares,
  fileSystem,
  fileSystemArchives,
  fileSystemCopies,
  fileSystemOperations,
  fileSystemUploads,
  mounts,
  notifications,
  search,
  sessions,
  settings,
  storageConfigs,
  system,
  textShares,
  thumbnails,
  uploadRequests,
  urlUploads,
] as const;

/** Type with the members of every type of a union. */
type AllOf<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** Declarations of all calls, by the names of their constants. */
export type Contract = AllOf<(typeof MODULES)[number]>;

/** Declaration of any call. */
export type AnyEndpoint = Endpoint | StreamEndpoint;

/** Declarations of all calls. */
export const ENDPOINTS: readonly AnyEndpoint[] = MODULES.flatMap((module) =>
  Object.values<unknown>(module).filter(isEndpoint),
);

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'access' in value;
}
