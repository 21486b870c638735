import type { ArchiveEntry } from '#archives/archive-entry.ts';
import type { ArchivePlan } from '#archives/archives.ts';
import { forEachAtOnce } from '#concurrency/for-each-at-once.ts';
import { AppError } from '#errors';
import { safeName } from '#files/file-name.ts';
import { contentTypeOf } from '#files/file-type.ts';
import { findCustomHost } from '#object-store/custom-host.ts';
import { withRangeRefusal } from '#object-store/range-refusal.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { checkPath, nameOf } from '#share-items/item-path.ts';
import type { ShareItem } from '#share-items/share-items.ts';
import { GRANT_LIFETIME_MS } from '#share-rules/grant.ts';
import { signStorageUrl } from '#share-rules/storage-url.ts';
import type { BundleFile, ItemsQuery, ListedItem, ListedItems } from './bundle-file.ts';
import type { BundleDependencies } from './dependencies.ts';
import { createFolderContent } from './folder-content.ts';
import type { Bundle } from './repository.ts';

/** Files of mounts that are asked for their size at a time. */
const HEADS_AT_ONCE = 8;

export type BundleContent = ReturnType<typeof createBundleContent>;

/** Files of bundles: their items, or what is in the folder now (CONTRACT A7). */
export function createBundleContent(dependencies: BundleDependencies) {
  const { items, apiKeys, fileSystem, storageConfigs, archives, secretKey, clock } = dependencies;

  // Visitors see a mount with the rights that the bundle's creator has now.
  const findCreator = ({ createdBy }: Bundle) => apiKeys.findCreator(createdBy);
  const folder = createFolderContent(fileSystem, findCreator);

  const ofMount = async (bundle: Bundle, filePath: string): Promise<BundleFile> => {
    const creator = await findCreator(bundle);
    if (!creator) throw new AppError('bundles.item_not_found');
    return folder.fileAt(creator, filePath);
  };

  const ofItem = async (bundle: Bundle, item: ShareItem): Promise<BundleFile> => {
    if (item.filePath !== null) {
      return { ...(await ofMount(bundle, item.filePath)), name: nameOf(item.path) };
    }
    const { storagePath, etag, size, mimetype, updatedAt: lastModified } = item;
    const storage = await storageConfigs.find(item.storageConfigId ?? '');
    if (!storage || storagePath === null) throw new AppError('bundles.item_not_found');
    const { store } = storage;
    const head = async (signal: AbortSignal) => {
      if (etag !== null) return { etag, size: Number(size), contentType: mimetype, lastModified };
      const object = await store.head(storagePath, signal);
      if (!object) throw new AppError('bundles.item_not_found');
      return object;
    };
    return {
      name: nameOf(item.path),
      storage,
      key: storagePath,
      contentType: mimetype,
      isMounted: false,
      head,
      async open(range, signal) {
        const reading = store.get(storagePath, { range, ifMatch: etag ?? undefined, signal });
        const object = await withRangeRefusal(reading, () => head(signal));
        if (!object) throw new AppError('bundles.item_not_found');
        return object;
      },
    };
  };

  /** Entry of an archive. Asks the storage only about files that may have changed. */
  const entryOf = async (
    creator: AuthenticatedCaller | undefined,
    item: ShareItem,
    name: string,
    signal: AbortSignal,
  ): Promise<ArchiveEntry | undefined> => {
    if (item.isFolder) return { name: `${name}/`, modified: item.createdAt, object: undefined };
    if (item.filePath !== null) {
      return creator && folder.entryAt(creator, item.filePath, name, signal);
    }
    const storage = await storageConfigs.find(item.storageConfigId ?? '');
    if (!storage || item.storagePath === null || item.etag === null) return undefined;
    const { config, store } = storage;
    const { storagePath: key, etag } = item;
    const object = { configId: config.id, store, key, etag, size: Number(item.size) };
    return { name, modified: item.updatedAt, object };
  };

  async function* entriesOf(bundle: Bundle, below: string, signal: AbortSignal) {
    const start = below === '' ? 0 : below.length + 1;
    const creator = await findCreator(bundle);
    for await (const rows of items.eachBelow({ bundleId: bundle.id }, below)) {
      const entries = new Map<number, ArchiveEntry>();
      await forEachAtOnce([...rows.entries()], HEADS_AT_ONCE, async ([index, item]) => {
        const entry = await entryOf(creator, item, item.path.slice(start), signal);
        if (entry) entries.set(index, entry);
      });
      for (const index of rows.keys()) {
        const entry = entries.get(index);
        if (entry) yield entry;
      }
    }
  }

  return {
    /** @throws {AppError} `bundles.folder_gone` unless the folder is there and its creator may see it */
    async assertThere(bundle: Bundle, signal: AbortSignal): Promise<void> {
      if (bundle.folderPath !== null) await folder.assertThere(bundle, signal);
    },
    async list(bundle: Bundle, query: ItemsQuery, signal: AbortSignal): Promise<ListedItems> {
      const path = query.path ? checkPath(query.path.replace(/\/$/, '')) : '';
      if (bundle.folderPath !== null) {
        if (query.coming) return { items: [], nextCursor: null };
        return folder.list(bundle, { ...query, path }, signal);
      }
      const owner = { bundleId: bundle.id };
      if (query.coming) return presented(await items.listComing(owner, query.limit, query.cursor));
      if (path !== '') {
        const there = await items.findItem(owner, path);
        if (!there?.isFolder) throw new AppError('bundles.item_not_found');
      }
      return presented(await items.listFolder(owner, path, query.limit, query.cursor));
    },
    /** @throws {AppError} `bundles.item_not_found`, also for a folder */
    async find(bundle: Bundle, path: string): Promise<BundleFile> {
      if (bundle.folderPath !== null) return folder.find(bundle, checkPath(path));
      const item = await items.findItem({ bundleId: bundle.id }, checkPath(path));
      if (!item || item.isFolder) throw new AppError('bundles.item_not_found');
      return ofItem(bundle, item);
    },
    /** Plans the archive of a bundle, or of one of its folders. */
    async archive(
      bundle: Bundle,
      path: string | undefined,
      signal: AbortSignal,
    ): Promise<{ readonly filename: string; readonly plan: ArchivePlan }> {
      const below = path ? checkPath(path.replace(/\/$/, '')) : '';
      if (bundle.folderPath !== null) return folder.archive(bundle, below, signal);
      const owner = { bundleId: bundle.id };
      const there = below === '' ? undefined : await items.findItem(owner, below);
      if (below !== '' && !there?.isFolder) throw new AppError('bundles.item_not_found');
      const folderPath = there?.path ?? '';
      const plan = await archives.plan((until) => entriesOf(bundle, folderPath, until), signal);
      const name = folderPath === '' ? bundle.title || bundle.slug : nameOf(folderPath);
      return { filename: `${safeName(name)}.zip`, plan };
    },
    /**
     * URL at which the storage itself sends a download; undefined if the bytes go through the server. They
     * do for bundles with a limit or a password, as for file shares, and for files of mounts, because the
     * rights of the bundle's creator are checked in every request.
     */
    async directUrl(
      { useProxy, maxViews, passwordHash, expiresAt }: Bundle,
      { storage, key, name: filename, contentType, isMounted }: BundleFile,
      origin: string,
    ): Promise<string | undefined> {
      if (useProxy || isMounted || maxViews !== null || passwordHash !== null) return undefined;
      const { config } = storage;
      const endsAt = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const secondsLeft = Math.max(1, Math.ceil((endsAt - clock.now().getTime()) / 1000));
      const expiresInSeconds = Math.min(
        config.signatureExpiresIn,
        GRANT_LIFETIME_MS / 1000,
        secondsLeft,
      );
      const file = { key, filename, contentType };
      const options = { origin, expiresInSeconds, isDownload: true };
      const url = await signStorageUrl(storage, file, options);
      // A bundle that ends must not have a URL that never does.
      const customHost = expiresAt === null ? findCustomHost(config, origin) : undefined;
      return customHost ? customHost.move(key, url) : url;
    },
    /**
     * ETag for visitors. That of a bundle with a password or a limit reveals nothing about the bytes,
     * because an ETag is mostly an MD5 (CONTRACT A6).
     */
    etagFor({ id, passwordHash, maxViews }: Bundle, etag: string): string {
      const isOpaque = passwordHash !== null || maxViews !== null;
      return isOpaque ? `"${secretKey.sign('etag', `${id}:${etag}`)}"` : etag;
    },
  };
}

function presented(page: {
  readonly items: readonly ShareItem[];
  readonly nextCursor: string | null;
}): ListedItems {
  return { items: page.items.map(presentItem), nextCursor: page.nextCursor };
}

export function presentItem(item: ShareItem): ListedItem {
  return {
    path: item.path,
    isDirectory: item.isFolder,
    size: item.isFolder ? null : Number(item.size),
    modified: item.updatedAt,
    state: item.state === 'coming' ? 'coming' : 'stored',
    sent: item.isFolder ? null : Number(item.sent),
    filePath: item.filePath,
  };
}

/** Media type by the name; null for a folder. */
export function mimetypeOf({ path, isDirectory }: ListedItem): string | null {
  return isDirectory ? null : contentTypeOf(nameOf(path));
}
