import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { lenientBoolean, lenientInteger } from './fields.ts';
import { fileSystemPath, operationErrors, operationStarted, storeErrors } from './file-system.ts';

const feature = 'file-system';

const failedCopy = z.object({
  sourcePath: z.string(),
  targetPath: z.string(),
  error: z.string(),
});

const copyDetail = z.object({
  sourcePath: z.string(),
  /** Where the copy really is: if the name was taken, ` (1)` was added. */
  targetPath: z.string(),
  status: z.enum(['success', 'skipped', 'failed']),
  message: z.string(),
});

/** Fields that files and directories have in common when they are copied between storages. */
const crossStorageResult = {
  crossStorage: z.literal(true),
  source: z.string(),
  target: z.string(),
  status: z.literal('success'),
  /** Ids of the mounts. */
  sourceMount: z.string(),
  targetMount: z.string(),
  renamed: z.boolean(),
  originalTarget: z.string(),
  message: z.string(),
};

const crossStorageFile = z.object({
  ...crossStorageResult,
  isDirectory: z.literal(false),
  sourceS3Path: z.string(),
  targetS3Path: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  downloadUrl: z.string(),
  uploadUrl: z.string(),
});

const crossStorageDirectory = z.object({
  ...crossStorageResult,
  isDirectory: z.literal(true),
  items: z.array(
    z.object({
      sourceKey: z.string(),
      targetKey: z.string(),
      fileName: z.string(),
      relativeDir: z.string(),
      contentType: z.string(),
      size: z.int(),
      downloadUrl: z.string(),
      uploadUrl: z.string(),
    }),
  ),
});

/** The reply where source and target are in one storage, which made the copies itself. */
const sameStorageCopy = z.object({
  crossStorage: z.literal(false),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  details: z.array(copyDetail),
});

/**
 * Copies across storages are left to the caller: GET, PUT, then the commit below, which makes the
 * copies appear.
 */
const crossStorageCopy = z.object({
  crossStorage: z.literal(true),
  requiresClientSideCopy: z.literal(true),
  standardCopyResults: z.object({ success: z.int(), skipped: z.int(), failed: z.int() }),
  crossStorageResults: z.array(
    z.discriminatedUnion('isDirectory', [crossStorageFile, crossStorageDirectory]),
  ),
  failed: z.array(failedCopy),
  details: z.array(copyDetail),
});

/** Copies files and directories; a trailing slash names a directory. */
export const copyEntries = endpoint({
  method: 'POST',
  path: '/api/fs/batch-copy',
  access: 'mount_copy',
  feature,
  summary: 'Copy files and directories',
  body: z.object({
    items: z
      .array(z.object({ sourcePath: fileSystemPath, targetPath: fileSystemPath }))
      .min(1)
      .max(1000),
    skipExisting: lenientBoolean.optional(),
  }),
  data: z.discriminatedUnion('crossStorage', [sameStorageCopy, crossStorageCopy]),
  started: operationStarted,
  errors: [...storeErrors, ...operationErrors],
});

/** Makes copies appear that the caller has carried across storages; safe to repeat. */
export const commitCopies = endpoint({
  method: 'POST',
  path: '/api/fs/batch-copy-commit',
  access: 'mount_copy',
  feature,
  summary: 'Finish copies across storages',
  mayBePartial: true,
  bodyLimitBytes: 8 * 1024 * 1024,
  body: z.object({
    targetMountId: z.string().min(1).max(64),
    files: z
      .array(
        z.object({
          targetPath: fileSystemPath,
          fileSize: lenientInteger.nullish(),
          etag: z.string().max(200).nullish(),
        }),
      )
      .min(1)
      .max(10_000),
  }),
  data: z.object({
    success: z.array(z.object({ targetPath: z.string(), fileName: z.string() })),
    failed: z.array(z.object({ targetPath: z.string(), error: z.string() })),
  }),
  errors: storeErrors,
});
