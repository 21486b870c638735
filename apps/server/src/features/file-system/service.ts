import { decide } from '@satchel/api-client/permissions';
import type { CacheScope } from '#cache/observed-cache.ts';
import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import { AppError, type ItemError } from '#errors';
import type { InPlaceOptions, RemoveMounted } from '#features/file-shares/service.ts';
import type { MountService } from '#features/mounts/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { DirectUploads } from '#ledger/uploads/direct-uploads.ts';
import type { BucketWatch } from '#object-store/bucket-watch.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';
import { MOUNT_RIGHTS, type Rights } from '#security/rights.ts';
import { createArchiving } from './archives/archiving.ts';
import type { FileSystemDependencies } from './dependencies.ts';
import { createFolders } from './folders.ts';
import { createDirectoryCache, type DirectoryCache } from './listing/directory-cache.ts';
import { createDirectoryEvents } from './listing/directory-events.ts';
import { createListing } from './listing/listing.ts';
import { createClientCopies } from './operations/copies/client-copies.ts';
import { createCopying } from './operations/copies/copying.ts';
import { createOperations, type Operations } from './operations/operations.ts';
import { createRemoving } from './operations/removing.ts';
import { createRenaming } from './operations/renaming.ts';
import type { OperationRepository } from './operations/repository.ts';
import { createTransferring } from './operations/transfers/transferring.ts';
import { createProxyLinks } from './reading/proxy-links.ts';
import { createReading } from './reading/reading.ts';
import { createPathResolver, prefixOf, type ResolvedPath } from './resolved-path.ts';
import { createEntryMultipart } from './uploads/multipart.ts';
import { createEntryUploads } from './uploads/uploads.ts';
import type { Spool } from './writing/spool.ts';
import { createWriting } from './writing/writing.ts';

/** Types that routes may use. */
export type { DirectoryItem } from './listing/directory-page.ts';
export type { ListedPage } from './listing/listing.ts';
export type { Operation, OperationKind, Results } from './operations/journal.ts';
export type { Operations, Outcome } from './operations/operations.ts';
export type { DeadProperty, PropertyChange } from './properties/repository.ts';
export type { DirectoryEntry, FileEntry } from './reading/reading.ts';
export type { ResolvedPath } from './resolved-path.ts';

export type FileSystemService = ReturnType<typeof createFileSystemService>;

export interface FileSystemOptions
  extends Omit<FileSystemDependencies, 'pathResolver' | 'directories'> {
  readonly mounts: MountService;
  readonly bucketWatch: BucketWatch;
  readonly changes: ChangeFeed;
  readonly directUploads: DirectUploads;
  readonly spool: Spool;
  readonly operations: OperationRepository;
  /** Timeout in ms after which a call answers that its operation is still running; 20 s by default. */
  readonly answerTimeoutMs?: number | undefined;
  readonly clock: Clock;
}

/** File tree of the mounted storages (SPEC 7, CONTRACT A4, F7). */
export function createFileSystemService(options: FileSystemOptions) {
  const { mounts, storageConfigs, bucketWatch, changes, clock, settings, secretKey } = options;
  const { directUploads } = options;
  const directories = createDirectoryCache(changes, clock);
  bucketWatch.subscribe(directories);
  const dependencies = {
    ...options,
    directories,
    pathResolver: createPathResolver({ mounts, storageConfigs }),
  };
  const proxyLinks = createProxyLinks(settings, secretKey, clock);
  /** Creates listing, reading and writing for rights other than the API's. */
  const withRights = (rights: Rights) => ({
    list: createListing(dependencies, rights),
    reading: createReading(dependencies, proxyLinks, rights),
    writing: createWriting(dependencies, rights),
  });
  const own = withRights(MOUNT_RIGHTS);
  const { writing } = own;
  const events = createDirectoryEvents({ ...dependencies, clock }, MOUNT_RIGHTS);
  const clientCopies = createClientCopies(dependencies, directUploads);
  const operations = createOperations({
    ...options,
    repository: options.operations,
    works: {
      rename: createRenaming(dependencies),
      copy: createCopying(dependencies, clientCopies),
      remove: createRemoving(dependencies),
      transfer: createTransferring(dependencies),
    },
    isSingleProcess: changes.isSingleProcess,
  });
  return {
    ...own,
    events,
    close: async () => events.close(),
    withRights,
    /** Dead properties of files and directories from WebDAV clients. */
    properties: options.properties,
    archiving: createArchiving(dependencies),
    clientCopies,
    operations,
    uploads: createEntryUploads(dependencies, directUploads, writing),
    multipart: createEntryMultipart(dependencies, directUploads, writing),
    spool: options.spool,
    /** Folders that others upload into (CONTRACT A7). */
    folders: createFolders(dependencies, writing),
    /** Shares a file in place, without copying it. */
    share: createShare(dependencies),
    /** Deletes the files of shares in place, if their paths still lead to them. */
    removeShared: createRemoveShared(dependencies, operations),
    /** Largest upload in bytes. */
    maxUploadBytes: options.fileShares.maxUploadBytes,
    listings: {
      /** Directory cache, for the dashboard. */
      stats: directories.stats,
      clear: (scope: CacheScope) => clear(directories, scope),
      /** Calls `notify` for each change below a directory that the server makes; returns a function that ends it. */
      follow: (place: ResolvedPath, notify: () => void) =>
        directories.follow(place.storage.config.id, prefixOf(place), notify),
    },
  };
}

function clear(directories: DirectoryCache, scope: CacheScope): number {
  if (scope.kind === 'all') return directories.clear();
  return scope.mounts.reduce((count, { mount, subPath }) => {
    const prefix = subPath === '/' ? '' : `${subPath.slice(1)}/`;
    return count + directories.clearBucket(mount.storageConfigId, prefix);
  }, 0);
}

function createShare({ pathResolver, fileShares }: FileSystemDependencies) {
  return async (
    caller: AuthenticatedCaller,
    { path, ...options }: InPlaceOptions & { readonly path: string },
    signal: AbortSignal,
    onceId?: string,
  ) => {
    // CONTRACT A4: sharing a file needs the right to share and the right to see it.
    const decision = decide(caller, 'file_share');
    if (!decision.allowed) throw errorOf(decision);
    const place = await pathResolver.find(caller, 'mount_view', path);
    if (place.isDirectory || place.key === '') throw new AppError('file_system.is_directory');
    const object = await place.storage.store.head(place.key, signal);
    if (!object) throw new AppError('file_system.not_found');
    const file = {
      storageConfigId: place.storage.config.id,
      key: place.key,
      path: place.path,
      name: place.name,
      contentType: contentTypeOf(place.name),
      size: object.size,
    };
    return fileShares.shareInPlace(caller, file, options, onceId);
  };
}

function createRemoveShared(
  { pathResolver }: FileSystemDependencies,
  operations: Operations,
): RemoveMounted {
  return async (caller, shares, signal) => {
    const found: (readonly [path: string, id: string])[] = [];
    const errors = new Map<string, ItemError>();
    for (const { id, filePath, storageConfigId, storagePath } of shares) {
      try {
        const place = await pathResolver.findMovable(caller, 'mount_delete', filePath ?? '/');
        const isShared = place.storage.config.id === storageConfigId && place.key === storagePath;
        if (isShared) found.push([place.path, id]);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        // The file of a removed mount stays, and does not stop the removal of the others.
        if (error.code !== 'mounts.not_found') errors.set(id, error);
      }
    }
    const paths = [...new Set(found.map(([path]) => path))];
    if (paths.length === 0) return errors;
    const outcome = await operations.run('remove', caller, { paths }, { isAsync: false, signal });
    const failed = new Map(
      outcome.isRunning ? [] : outcome.result.failed.map(({ path, error }) => [path, error]),
    );
    for (const [path, id] of found) {
      const error = failed.get(path);
      if (error) errors.set(id, error);
    }
    return errors;
  };
}
