import { AppError } from '#errors';
import type { DirectoryItem, FileSystemService } from '#features/file-system/service.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { BundleFile, ItemsQuery, ListedItem, ListedItems } from '../bundle-file.ts';
import { asMissing, isLoss, type MountedFiles } from '../mounted-files.ts';
import type { Bundle } from '../repository.ts';

/** Entries that are sorted naturally; a larger folder is listed in the order of the storage. */
const SORTED_ENTRIES = 10_000;

const naturally = new Intl.Collator('en', { numeric: true });

type FileSystem = Pick<FileSystemService, 'list' | 'reading' | 'archiving' | 'listings'>;

/** Reads a folder of a mount for visitors of a bundle, with the rights of the bundle's creator. */
export function createFolderContent(
  fileSystem: FileSystem,
  mounted: MountedFiles,
  findCreator: (bundle: Bundle) => Promise<AuthenticatedCaller | undefined>,
) {
  const open = async (bundle: Bundle) => {
    const creator = await findCreator(bundle);
    if (!creator) throw new AppError('bundles.folder_gone');
    return { creator, base: bundle.folderPath === '/' ? '' : (bundle.folderPath ?? '') };
  };
  const listFolder = async (
    { creator, base }: Awaited<ReturnType<typeof open>>,
    path: string,
    signal: AbortSignal,
  ) => {
    const folder = path === '' ? `${base}/` : `${base}/${path}/`;
    const { pages } = await fileSystem.list(creator, { path: folder }, signal);
    const read: DirectoryItem[] = [];
    for await (const page of pages) {
      read.push(...page.items);
      if (read.length > SORTED_ENTRIES) return undefined;
    }
    return read.toSorted(
      (a, b) => Number(b.isDirectory) - Number(a.isDirectory) || naturally.compare(a.name, b.name),
    );
  };

  const assertThere = async (bundle: Bundle, signal: AbortSignal) => {
    const { creator, base } = await open(bundle);
    await fileSystem.list(creator, { path: `${base}/`, limit: 1 }, signal).catch(asGone);
  };

  return {
    assertThere,
    /** Calls `notify` for each change in the folder; returns a function that ends it. */
    async follow(bundle: Bundle, notify: () => void, signal: AbortSignal): Promise<() => void> {
      const { creator, base } = await open(bundle);
      const entry = await fileSystem.reading.get(creator, `${base}/`, signal).catch(asGone);
      const place = entry.kind === 'directory' ? entry.place : undefined;
      return place ? fileSystem.listings.follow(place, notify) : () => undefined;
    },
    async list(bundle: Bundle, query: ItemsQuery, signal: AbortSignal): Promise<ListedItems> {
      const { path = '', limit, cursor } = query;
      const opened = await open(bundle);
      const sorted = await listFolder(opened, path, signal).catch(path === '' ? asGone : asMissing);
      const toItem = (item: DirectoryItem) => itemOf(item, path);
      if (sorted) {
        const start = startOf(cursor);
        const end = start + limit;
        const items = sorted.slice(start, end).map(toItem);
        return { items, nextCursor: end < sorted.length ? `@${end}` : null };
      }
      const folder = path === '' ? `${opened.base}/` : `${opened.base}/${path}/`;
      const options = { path: folder, limit, ...(cursor && { cursor }) };
      const { pages } = await fileSystem.list(opened.creator, options, signal);
      for await (const page of pages) {
        return { items: page.items.map(toItem), nextCursor: page.cursor ?? null };
      }
      return { items: [], nextCursor: null };
    },
    /** @throws {AppError} `bundles.folder_gone`, or `bundles.item_not_found` where the folder is there */
    async find(bundle: Bundle, path: string, signal: AbortSignal): Promise<BundleFile> {
      const { creator, base } = await open(bundle);
      return mounted.fileAt(creator, `${base}/${path}`).catch(async (cause: unknown) => {
        await assertThere(bundle, signal);
        throw cause;
      });
    },
    async archive(bundle: Bundle, path: string, signal: AbortSignal) {
      const { creator, base } = await open(bundle);
      const folder = path === '' ? `${base}/` : `${base}/${path}/`;
      return fileSystem.archiving
        .archive(creator, [folder], signal)
        .catch(path === '' ? asGone : asMissing);
    },
  };
}

/** @throws {AppError} `bundles.cursor_invalid` */
function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const [, start] = /^@(\d{1,6})$/.exec(cursor) ?? [];
  if (start === undefined) throw new AppError('bundles.cursor_invalid');
  return Number(start);
}

function itemOf({ name, isDirectory, size, modified }: DirectoryItem, parent: string): ListedItem {
  return {
    path: parent === '' ? name : `${parent}/${name}`,
    isDirectory,
    size,
    modified: new Date(modified),
    state: 'stored',
    sent: size,
    filePath: null,
  };
}

function asGone(cause: unknown): never {
  throw isLoss(cause) ? new AppError('bundles.folder_gone', { cause }) : cause;
}
