import type { ArchiveEntry } from '#archives/archive-entry.ts';
import type { ArchivePlan } from '#archives/archives.ts';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { createStoredFile } from '#object-store/stored-file.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { checkPath } from '#share-items/item-path.ts';
import type { ItemOwner, ShareItem } from '#share-items/share-items.ts';
import type { BundleFile } from '../bundle-file.ts';
import type { BundleDependencies } from '../dependencies.ts';
import type { MountedFiles } from '../mounted-files.ts';

/** Files of mounts that are asked for their size at a time. */
const CONCURRENT_HEADS = 8;

/** Finds the caller with whose rights files of mounts are read; undefined if there is none any more. */
type FindReader = () => Promise<AuthenticatedCaller | undefined>;

/** Reads the files of bundles and of deliveries: uploaded ones, and those of mounts. */
export function createItemFiles(
  { items, storageConfigs, archives }: BundleDependencies,
  mounted: MountedFiles,
) {
  const ofItem = async (item: ShareItem, findReader: FindReader): Promise<BundleFile> => {
    if (item.filePath !== null) {
      const reader = await findReader();
      if (!reader) throw new AppError('bundles.item_not_found');
      return { ...(await mounted.fileAt(reader, item.filePath)), name: nameOf(item.path) };
    }
    const { storagePath: key, etag, size, mimetype: contentType, updatedAt: lastModified } = item;
    const storage = await storageConfigs.find(item.storageConfigId ?? '');
    if (!storage || key === null) throw new AppError('bundles.item_not_found');
    const known =
      etag === null ? undefined : { etag, size: Number(size), contentType, lastModified };
    return {
      ...{ name: nameOf(item.path), storage, key, contentType, isMounted: false },
      ...createStoredFile(storage.store, key, 'bundles.item_not_found', known),
    };
  };

  /** Entry of an archive. Asks the storage only about files that may have changed. */
  const entryOf = async (
    reader: AuthenticatedCaller | undefined,
    item: ShareItem,
    name: string,
    signal: AbortSignal,
  ): Promise<ArchiveEntry | undefined> => {
    if (item.isFolder) return { name: `${name}/`, modified: item.createdAt, object: undefined };
    if (item.filePath !== null) {
      return reader && mounted.entryAt(reader, item.filePath, name, signal);
    }
    const storage = await storageConfigs.find(item.storageConfigId ?? '');
    if (!storage || item.storagePath === null || item.etag === null) return undefined;
    const { config, store } = storage;
    const { storagePath: key, etag } = item;
    const object = { configId: config.id, store, key, etag, size: Number(item.size) };
    return { name, modified: item.updatedAt, object };
  };

  async function* entriesOf(
    owner: ItemOwner,
    below: string,
    findReader: FindReader,
    signal: AbortSignal,
  ) {
    const start = below === '' ? 0 : below.length + 1;
    const reader = await findReader();
    for await (const rows of items.eachBelow(owner, below)) {
      const entries = new Map<number, ArchiveEntry>();
      await forEachAtOnce([...rows.entries()], CONCURRENT_HEADS, async ([index, item]) => {
        const entry = await entryOf(reader, item, item.path.slice(start), signal);
        if (entry) entries.set(index, entry);
      });
      for (const index of rows.keys()) {
        const entry = entries.get(index);
        if (entry) yield entry;
      }
    }
  }

  return {
    /** @throws {AppError} `bundles.item_not_found`, also for a folder */
    async find(owner: ItemOwner, path: string, findReader: FindReader): Promise<BundleFile> {
      const item = await items.findItem(owner, checkPath(path));
      if (!item || item.isFolder) throw new AppError('bundles.item_not_found');
      return ofItem(item, findReader);
    },
    /**
     * Plans the archive of all items, or of one folder.
     *
     * @param below path of the folder; '' for all items
     * @returns the name of the folder, too; undefined for all items
     */
    async archive(
      owner: ItemOwner,
      below: string,
      findReader: FindReader,
      signal: AbortSignal,
    ): Promise<{ readonly folderName: string | undefined; readonly plan: ArchivePlan }> {
      const there = below === '' ? undefined : await items.findItem(owner, below);
      if (below !== '' && !there?.isFolder) throw new AppError('bundles.item_not_found');
      const entries = (until: AbortSignal) =>
        entriesOf(owner, there?.path ?? '', findReader, until);
      const plan = await archives.plan(entries, signal);
      return { folderName: there && nameOf(there.path), plan };
    },
  };
}
