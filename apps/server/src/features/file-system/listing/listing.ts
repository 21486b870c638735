import { setImmediate } from 'node:timers/promises';
import { AppError } from '#errors';
import type { Mount } from '#features/mounts/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import { createFileTypes } from '#files/file-type.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Rights } from '#security/rights.ts';
import { type AuthorizedPath, type Level, type PathResolver, prefixOf } from '../resolved-path.ts';
import type { DirectoryCache } from './directory-cache.ts';
import {
  type DirectoryItem,
  type DirectoryPage,
  directoryItem,
  readPage,
  sortItems,
} from './directory-page.ts';

export type ListedPage = Pick<DirectoryPage, 'items' | 'hidden' | 'cursor'>;

export interface DirectoryListing extends Level {
  /**
   * With a limit the requested page, else all pages, each read while the previous one is consumed. The
   * first page is read already, so that a missing directory is reported before the reply starts.
   */
  readonly pages: AsyncIterable<ListedPage>;
}

export interface ListInput {
  readonly path: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** True to ask the storage even if the listing is cached. */
  readonly refresh?: boolean | undefined;
}

export type ListDirectory = (
  caller: AuthenticatedCaller,
  input: ListInput,
  signal: AbortSignal,
) => Promise<DirectoryListing>;

export interface ListingDependencies {
  readonly pathResolver: PathResolver;
  readonly directories: DirectoryCache;
  readonly settings: SettingService;
}

/** Lists directories with one storage request per 1000 entries, and none for what is below (CONTRACT A4). */
export function createListing(
  { pathResolver, directories, settings }: ListingDependencies,
  { view }: Pick<Rights, 'view'>,
): ListDirectory {
  const readPlace = async (place: AuthorizedPath, input: ListInput, signal: AbortSignal) => {
    const typeOf = await createFileTypes(settings);
    const page = `${input.limit ?? ''}\n${input.cursor ?? ''}`;
    const prefix = prefixOf(place);
    const key = { configId: place.storage.config.id, prefix, form: `${place.path}\n${page}` };
    const maxAgeMs = input.refresh ? 0 : place.mount.cacheTtlSeconds * 1000;
    return directories.read(key, maxAgeMs, () => readPage(place, input, typeOf, signal));
  };
  return async (caller, input, signal) => {
    const level = await pathResolver.findLevel(caller, view, input.path);
    const { place, below } = level;
    const virtual = virtualItems(level);
    const { first, cursor, rest } = pageOf(virtual, input, place !== undefined);
    if (!place || cursor !== undefined) {
      return { ...level, pages: inTurn([{ items: first, hidden: 0, cursor }]) };
    }
    const read = (at = rest.cursor) => readPlace(place, { ...rest, cursor: at }, signal);
    const page = await read();
    // A storage has no directories: without any key, not even a marker, the directory does not exist.
    const isLaterPage = rest.limit !== undefined && rest.cursor !== undefined;
    const isThere = place.key === '' || page.exists || below.length > 0 || isLaterPage;
    if (!isThere) throw new AppError('file_system.not_found');
    const pages = rest.limit === undefined ? readOn(page, read) : inTurn([page]);
    return { ...level, pages: virtual.length === 0 ? pages : merge(pages, virtual, first) };
  };
}

async function* inTurn(pages: readonly ListedPage[]): AsyncGenerator<ListedPage> {
  yield* pages;
}

/** Reads one page ahead while the previous page is consumed, and no further. */
async function* readOn(
  first: DirectoryPage,
  read: (cursor: string) => Promise<DirectoryPage>,
): AsyncGenerator<DirectoryPage> {
  let page = first;
  while (page.cursor !== undefined) {
    const next = read(page.cursor);
    // Avoids an "unhandled rejection" if the consumer stops before the next page.
    next.catch(() => undefined);
    yield page;
    // Lets the event loop serve other requests, even if all pages are cached.
    [page] = await Promise.all([next, setImmediate()]);
  }
  yield page;
}

/** Virtual entries of a level: mounts, and the directories that lead to them. */
function virtualItems({ path, below, only }: Level): DirectoryItem[] {
  const base = path === '/' ? '/' : `${path}/`;
  const items = new Map<string, DirectoryItem>();
  for (const mount of below) {
    const [name = '', ...rest] = mount.mountPath.slice(base.length).split('/');
    const itself = rest.length === 0 ? mount : undefined;
    if (itself || !items.has(name)) items.set(name, virtualItem(base, name, mount, itself));
  }
  if (only === undefined) return [...items.values()];
  const itself = items.get(only);
  return [itself ?? { ...directoryItem(only, base, new Date(0).toISOString()), isVirtual: true }];
}

/** Cursor between virtual rows; a storage's own cursors do not begin with a dot. */
const VIRTUAL_CURSOR = /^\.(\d{1,9})$/;

/**
 * Virtual entries of a page. They precede all storage entries and count towards the limit (CONTRACT
 * A4). The rest of the page comes from the storage, unless there is a cursor.
 */
function pageOf(virtual: readonly DirectoryItem[], input: ListInput, hasStorage: boolean) {
  const { limit, cursor } = input;
  if (limit === undefined) {
    return { first: virtual, cursor: undefined, rest: { ...input, cursor: undefined } };
  }
  const [, offset] = VIRTUAL_CURSOR.exec(cursor ?? '.0') ?? [];
  if (offset === undefined) return { first: [], cursor: undefined, rest: input };
  const end = Number(offset) + limit;
  const first = virtual.slice(Number(offset), end);
  return {
    first,
    cursor: end < virtual.length || (hasStorage && first.length === limit) ? `.${end}` : undefined,
    rest: { ...input, limit: limit - first.length, cursor: undefined },
  };
}

function virtualItem(base: string, name: string, below: Mount, itself: Mount | undefined) {
  const item = directoryItem(name, base, below.updatedAt.toISOString());
  const mounted = itself && {
    isMount: true as const,
    mount_id: itself.id,
    mount_name: itself.name,
  };
  return { ...item, isVirtual: true, ...mounted };
}

/** Hides entries of the storage whose names are mounts, on every page. */
async function* merge(
  pages: AsyncIterable<ListedPage>,
  virtual: readonly DirectoryItem[],
  first: readonly DirectoryItem[],
): AsyncGenerator<ListedPage> {
  const covered = new Set(virtual.map(({ name }) => name));
  const isShown = ({ isDirectory, name }: DirectoryItem) =>
    !isDirectory || !covered.has(name.normalize());
  let added = first;
  for await (const page of pages) {
    yield { ...page, items: sortItems([...added, ...page.items.filter(isShown)]) };
    added = [];
  }
}
