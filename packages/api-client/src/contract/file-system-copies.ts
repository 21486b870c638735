import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { gives, type InputOf, type OutputOf, takes } from '../schema.ts';
import { conditionFields, lenientBoolean, lenientInteger } from './fields.ts';
import { operationErrors, storeErrors } from './file-system.ts';
import { fileSystemPath, operationStarted } from './file-system-shapes.ts';
import { fs } from './routes.ts';

const feature = 'file-system';

const failedCopy = z.object({
  sourcePath: z.string(),
  targetPath: z.string(),
  /** Reason, in the language of the call. */
  error: z.string(),
});

/** Entry that could not be copied. */
export interface FailedCopy extends OutputOf<typeof failedCopy> {}

const copyDetail = z.object({
  sourcePath: z.string(),
  /** Final path of the copy. If the name was taken, ` (1)` was added. */
  targetPath: z.string(),
  status: z.enum(['success', 'skipped', 'failed']),
  message: z.string(),
});

/** Result for one path. */
export interface CopyDetail extends OutputOf<typeof copyDetail> {}

/** Fields that files and directories share when they are copied between storages. */
const crossStorageResult = {
  /** Distinguishes client-side copies from those that the storage made. */
  crossStorage: z.literal(true),
  /** Path of the entry. */
  source: z.string(),
  /** Final path of the copy. */
  target: z.string(),
  /** Means that the copy was prepared, not that it is done. */
  status: z.literal('success'),
  /** Id of the source's mount. */
  sourceMount: z.string(),
  /** Id of the target's mount. */
  targetMount: z.string(),
  /** True if the wanted name was taken, so that ` (1)` was added. */
  renamed: z.boolean(),
  /** Wanted path of the copy. */
  originalTarget: z.string(),
  /** Sentence in the language of the call. */
  message: z.string(),
};

const crossStorageFile = z.object({
  ...crossStorageResult,
  /** Distinguishes a file from a directory. */
  isDirectory: z.literal(false),
  /** Key of the source in its bucket. */
  sourceS3Path: z.string(),
  /** Key of the copy in its bucket. */
  targetS3Path: z.string(),
  /** Name of the copy. */
  fileName: z.string(),
  /** Content type that the PUT must have. */
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** URL to read the file from. */
  downloadUrl: z.string(),
  /** URL to PUT the file to. */
  uploadUrl: z.string(),
});

/** File that the client copies to the other storage. */
export interface CrossStorageFile extends OutputOf<typeof crossStorageFile> {}

const carriedItem = z.object({
  /** Key of the source in its bucket. */
  sourceKey: z.string(),
  /** Key of the copy in its bucket. */
  targetKey: z.string(),
  /** Name of the file. */
  fileName: z.string(),
  /** Path of its directory, relative to the copied one. */
  relativeDir: z.string(),
  /** Content type that the PUT must have. */
  contentType: z.string(),
  /** In bytes. */
  size: z.int(),
  /** URL to read the file from. */
  downloadUrl: z.string(),
  /** URL to PUT the file to. */
  uploadUrl: z.string(),
});

/** File of a directory that the client copies to the other storage. */
export interface CrossStorageItem extends OutputOf<typeof carriedItem> {}

const crossStorageDirectory = z.object({
  ...crossStorageResult,
  /** Distinguishes a directory from a file. */
  isDirectory: z.literal(true),
  /** All files below it, at any depth. */
  items: gives<CrossStorageItem[]>(z.array(carriedItem)),
});

/** Directory whose files the client copies to the other storage. */
export interface CrossStorageDirectory extends OutputOf<typeof crossStorageDirectory> {}

const sameStorageCopy = z.object({
  crossStorage: z.literal(false),
  success: z.int(),
  skipped: z.int(),
  failed: z.int(),
  details: gives<CopyDetail[]>(z.array(copyDetail)),
});

/** Copies within one storage, which the storage made itself. */
export interface SameStorageCopy extends OutputOf<typeof sameStorageCopy> {}

const crossStorageCopy = z.object({
  crossStorage: z.literal(true),
  requiresClientSideCopy: z.literal(true),
  /**
   * Id for `cancelOperation`, which gives up files that were not copied, and frees their names. Absent
   * unless the call named a directory or was started by `begin`.
   */
  operationId: z.string().optional(),
  standardCopyResults: z.object({ success: z.int(), skipped: z.int(), failed: z.int() }),
  /** Copies between storages, which the client must make. */
  crossStorageResults: gives<(CrossStorageFile | CrossStorageDirectory)[]>(
    z.array(z.discriminatedUnion('isDirectory', [crossStorageFile, crossStorageDirectory])),
  ),
  failed: gives<FailedCopy[]>(z.array(failedCopy)),
  details: gives<CopyDetail[]>(z.array(copyDetail)),
});

/** Client-side copies between storages: GET, PUT, then `commitCopies`, which makes them appear. */
export interface CrossStorageCopy extends OutputOf<typeof crossStorageCopy> {}

const copyItem = z.object({
  /** Existing entry; a trailing slash means a directory. */
  sourcePath: fileSystemPath,
  /** Target of the copy; if the name is taken, ` (1)` is added. */
  targetPath: fileSystemPath,
});

/** File or directory, and the path of its copy. */
export interface CopyItem extends InputOf<typeof copyItem> {}

const copyBody = z.object({
  /** 1 to 1000 items. */
  items: z.array(takes<CopyItem>()(copyItem)).min(1).max(1000),
  /** Whether to skip items whose target exists. Default false. */
  skipExisting: lenientBoolean.optional(),
});

/** Entries to copy. */
export interface EntryCopy extends InputOf<typeof copyBody> {}

const carriedFile = z.object({
  /** Target of the copy, from the reply of `copy`. */
  targetPath: fileSystemPath,
  /** Size in bytes. If given, the stored file must have it. */
  fileSize: lenientInteger.nullish(),
  /** ETag from the storage's answer. If given, the stored file must have it. */
  etag: z.string().max(200).nullish(),
  ...conditionFields,
});

/** File that the client has copied to the other storage. */
export interface CarriedFile extends InputOf<typeof carriedFile> {}

const commitBody = z.object({
  /** Id of the mount, from the reply of `copy`. */
  targetMountId: z.string().min(1).max(64),
  /** 1 to 10,000 files. */
  files: z.array(takes<CarriedFile>()(carriedFile)).min(1).max(10_000),
});

/** Copies to complete. */
export interface CopyCommit extends InputOf<typeof commitBody> {}

const committed = z.object({
  success: z.array(z.object({ targetPath: z.string(), fileName: z.string() })),
  failed: z.array(z.object({ targetPath: z.string(), error: z.string() })),
});

/** Copies that were completed. */
export interface CommittedCopies extends OutputOf<typeof committed> {}

/** Copies files and directories; a trailing slash names a directory. */
export const copyEntries = endpoint({
  ...fs.copy,
  access: 'mount_copy',
  feature,
  summary: 'Copy files and directories',
  body: takes<EntryCopy>()(copyBody),
  data: gives<SameStorageCopy | CrossStorageCopy>(
    z.discriminatedUnion('crossStorage', [sameStorageCopy, crossStorageCopy]),
  ),
  started: operationStarted,
  errors: [...storeErrors, ...operationErrors],
});

/** Completes client-side copies between storages; safe to repeat. */
export const commitCopies = endpoint({
  ...fs.commitCopies,
  access: 'mount_copy',
  feature,
  summary: 'Finish copies across storages',
  mayBePartial: true,
  bodyLimitBytes: 8 * 1024 * 1024,
  body: takes<CopyCommit>()(commitBody),
  data: gives<CommittedCopies>(committed),
  errors: [...storeErrors, 'file_system.changed'],
});
