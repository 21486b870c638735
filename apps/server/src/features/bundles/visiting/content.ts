import type { ArchivePlan } from '#archives/archives.ts';
import { AppError } from '#errors';
import { nameFromTitle } from '#files/file-name.ts';
import { contentTypeOf } from '#files/file-type.ts';
import { nameOf } from '#paths/key.ts';
import { checkPath, checkStructure } from '#share-items/item-path.ts';
import type { ShareItem } from '#share-items/share-items.ts';
import { GRANT_LIFETIME_MS } from '#share-rules/grant.ts';
import { etagForVisitors, isGuarded } from '#share-rules/limits.ts';
import { signStorageUrl } from '#share-rules/storage-url.ts';
import type { BundleFile, ItemsQuery, ListedItem, ListedItems } from '../bundle-file.ts';
import type { BundleDependencies } from '../dependencies.ts';
import { createMountedFiles } from '../mounted-files.ts';
import type { Bundle } from '../repository.ts';
import { createFolderContent } from './folder-content.ts';
import { createItemFiles } from './item-files.ts';

export type BundleContent = ReturnType<typeof createBundleContent>;

/** Files of bundles: their items, or what is in the folder now (CONTRACT A7). */
export function createBundleContent(dependencies: BundleDependencies) {
  const { items, apiKeys, fileSystem, secretKey, clock } = dependencies;

  // Visitors see a mount with the rights that the bundle's creator has now.
  const findCreator = ({ createdBy }: Bundle) => apiKeys.findCreator(createdBy);
  const mounted = createMountedFiles(fileSystem);
  const itemFiles = createItemFiles(dependencies, mounted);
  const folder = createFolderContent(fileSystem, mounted, findCreator);

  return {
    itemFiles,
    /** @throws {AppError} `bundles.folder_gone` unless the folder is there and its creator may see it */
    async assertThere(bundle: Bundle, signal: AbortSignal): Promise<void> {
      if (bundle.folderPath !== null) await folder.assertThere(bundle, signal);
    },
    /** Calls `notify` for each change in the folder of a bundle; returns a function that ends it. */
    async followFolder(bundle: Bundle, notify: () => void, signal: AbortSignal) {
      return bundle.folderPath === null ? () => undefined : folder.follow(bundle, notify, signal);
    },
    async list(bundle: Bundle, query: ItemsQuery, signal: AbortSignal): Promise<ListedItems> {
      const path = pathIn(bundle, query.path);
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
    async find(bundle: Bundle, path: string, signal: AbortSignal): Promise<BundleFile> {
      if (bundle.folderPath !== null) return folder.find(bundle, checkStructure(path), signal);
      return itemFiles.find({ bundleId: bundle.id }, path, () => findCreator(bundle));
    },
    /** Plans the archive of a bundle, or of one of its folders. */
    async archive(
      bundle: Bundle,
      path: string | undefined,
      signal: AbortSignal,
    ): Promise<{ readonly filename: string; readonly plan: ArchivePlan }> {
      const below = pathIn(bundle, path);
      if (bundle.folderPath !== null) return folder.archive(bundle, below, signal);
      const findReader = () => findCreator(bundle);
      const owner = { bundleId: bundle.id };
      const { folderName, plan } = await itemFiles.archive(owner, below, findReader, signal);
      const name = folderName ?? nameFromTitle(bundle.title ?? '', bundle.slug);
      return { filename: `${name}.zip`, plan };
    },
    /**
     * URL at which the storage itself sends a download; undefined if the bytes go through the server. They
     * do for bundles with a limit or a password, as for file shares, and for files of mounts, because the
     * rights of the bundle's creator are checked in every request.
     */
    async directUrl(
      bundle: Bundle,
      { storage, key, name: filename, contentType, isMounted }: BundleFile,
      origin: string,
    ): Promise<string | undefined> {
      const { useProxy, expiresAt } = bundle;
      if (useProxy || isMounted || isGuarded(bundle)) return undefined;
      const { config } = storage;
      const endsAt = expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const secondsLeft = Math.max(1, Math.ceil((endsAt - clock.now().getTime()) / 1000));
      const expiresInSeconds = Math.min(
        config.signatureExpiresIn,
        GRANT_LIFETIME_MS / 1000,
        secondsLeft,
      );
      const file = { key, filename, contentType };
      // A bundle that ends must not have a URL that never does.
      const isMoved = expiresAt === null;
      const options = { origin, expiresInSeconds, isDownload: true, isMoved };
      return signStorageUrl(storage, file, options);
    },
    etagFor: (bundle: Bundle, etag: string) => etagForVisitors(bundle, etag, secretKey),
  };
}

/** Checks the path of a folder in a bundle; '' for the top. */
function pathIn({ folderPath }: Bundle, path: string | undefined): string {
  if (!path) return '';
  const check = folderPath === null ? checkPath : checkStructure;
  return check(path.replace(/\/$/, ''));
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
