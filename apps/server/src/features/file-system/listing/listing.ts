import { setImmediate } from 'node:timers/promises';
import { normalizePath } from '@satchel/permissions';
import { AppError } from '#errors';
import type { Mount } from '#features/mounts/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { ListedObject, ListPage } from '#object-store';
import { isReserved } from '#object-store/reserved-keys.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { Rights } from '#security/rights.ts';
import { bareEtag } from '#share-rules/etag.ts';
import { createFileTypes, type FileTypes } from '#share-rules/file-type.ts';
import { type AuthorizedPlace, type Level, type Places, prefixOf } from '../places.ts';
import type { DirectoryCache, Listing } from './directory-cache.ts';

/** A row of a listing (CONTRACT F7). */
export interface DirectoryItem {
  readonly name: string;
  /** A directory's has a trailing slash. */
  readonly path: string;
  readonly isDirectory: boolean;
  readonly isVirtual: boolean;
  readonly size: number | null;
  readonly modified: string;
  readonly etag?: string;
  readonly type: number;
  readonly typeName: string;
  readonly isMount?: true;
  readonly mount_id?: string;
  readonly mount_name?: string;
}

export interface DirectoryListing extends Level {
  /** The rows, as JSON. */
  readonly json: Buffer;
  /** How many more there are whose keys no path can name; of a page, on that page. */
  readonly hidden: number;
  readonly cursor: string | undefined;
}

export interface ListInput {
  readonly path: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** Asks the storage even where the listing is remembered. */
  readonly refresh?: boolean | undefined;
}

export type ListDirectory = (
  caller: AuthenticatedCaller,
  input: ListInput,
  signal: AbortSignal,
) => Promise<DirectoryListing>;

export interface ListingDependencies {
  readonly places: Places;
  readonly directories: DirectoryCache;
  readonly settings: SettingService;
}

const FOLDER = { type: 1, typeName: 'folder' } as const;
/** The same order on every machine, whatever its locale. */
const collator = new Intl.Collator('en');

/** Lists directories: one storage request a 1000 entries, and none for what lies below (CONTRACT A4). */
export function createListing(
  { places, directories, settings }: ListingDependencies,
  { view }: Pick<Rights, 'view'>,
): ListDirectory {
  const readPlace = async (place: AuthorizedPlace, input: ListInput, signal: AbortSignal) => {
    const typeOf = await createFileTypes(settings);
    const prefix = prefixOf(place);
    const page = input.limit === undefined ? '' : `${input.limit}\n${input.cursor ?? ''}`;
    const key = { configId: place.storage.config.id, prefix, form: `${place.path}\n${page}` };
    const maxAgeMs = input.refresh ? 0 : place.mount.cacheTtlSeconds * 1000;
    return directories.read(key, maxAgeMs, () =>
      input.limit === undefined
        ? readWhole(place, typeOf, signal)
        : readPage(place, input.limit, input.cursor, typeOf, signal),
    );
  };
  return async (caller, input, signal) => {
    const level = await places.findLevel(caller, view, input.path);
    const { place, below } = level;
    const virtual = virtualItems(level);
    const { first, cursor, rest } = pageOf(virtual, input, place !== undefined);
    if (!place || cursor !== undefined) return { ...level, json: encode(first), hidden: 0, cursor };
    const listing = await readPlace(place, rest, signal);
    // A storage has no directories: where there is nothing, not even a marker, there is none.
    const isLaterPage = rest.limit !== undefined && rest.cursor !== undefined;
    const isThere = place.key === '' || listing.exists || below.length > 0 || isLaterPage;
    if (!isThere) throw new AppError('file_system.not_found');
    const json = virtual.length > 0 ? merge(listing, virtual, first) : listing.json;
    return { ...level, json, hidden: listing.hidden, cursor: listing.cursor };
  };
}

async function readWhole(place: AuthorizedPlace, typeOf: FileTypes, signal: AbortSignal) {
  const prefix = prefixOf(place);
  const { store } = place.storage;
  const read = (cursor?: string) => store.list({ prefix, delimiter: '/', cursor, signal });
  const rows = createRows(place, typeOf);
  let page = await read();
  while (page.cursor !== undefined) {
    // Rows are made of one page while the storage is at the next, once it has been asked for.
    const arrived = setImmediate(page).then(rows.add);
    [page] = await Promise.all([read(page.cursor), arrived]);
  }
  rows.add(page);
  return rows.toListing(undefined);
}

async function readPage(
  place: AuthorizedPlace,
  limit: number,
  cursor: string | undefined,
  typeOf: FileTypes,
  signal: AbortSignal,
) {
  const { store } = place.storage;
  const prefix = prefixOf(place);
  const page = await store.list({ prefix, delimiter: '/', cursor, limit, signal });
  const rows = createRows(place, typeOf);
  rows.add(page);
  return rows.toListing(page.cursor);
}

/** Gathers the rows of a listing: directories first, each by name. */
function createRows(place: AuthorizedPlace, typeOf: FileTypes) {
  const prefix = prefixOf(place);
  const base = place.path === '/' ? '/' : `${place.path}/`;
  const changed = place.mount.updatedAt.toISOString();
  const directories: DirectoryItem[] = [];
  const files: DirectoryItem[] = [];
  let exists = false;
  let hidden = 0;
  const byName = (a: DirectoryItem, b: DirectoryItem) => collator.compare(a.name, b.name);
  return {
    add({ prefixes, objects }: ListPage) {
      exists ||= prefixes.length + objects.length > 0;
      for (const below of prefixes) {
        const name = nameIn(prefix, below);
        if (isReserved(below)) continue;
        if (isName(name)) directories.push(directoryItem(name, base, changed));
        else hidden += 1;
      }
      for (const object of objects) {
        if (isReserved(object.key)) continue;
        const name = object.key.slice(prefix.length);
        if (isName(name)) files.push(fileItem(object, name, base, typeOf));
        // A directory's own marker is no entry of it.
        else if (name !== '') hidden += 1;
      }
    },
    toListing: (cursor: string | undefined): Listing => ({
      json: encode([...directories.sort(byName), ...files.sort(byName)]),
      directories: new Set(directories.map(({ name }) => name)),
      exists,
      hidden,
      cursor,
    }),
  };
}

function nameIn(prefix: string, below: string): string {
  return below.slice(prefix.length).replace(/\/$/, '');
}

/** Other tools may have stored what no path can name, such as `a//b`: it goes with its directory. */
function isName(name: string): boolean {
  return name !== '' && normalizePath(name).ok;
}

function directoryItem(name: string, base: string, modified: string): DirectoryItem {
  const path = `${base}${name}/`;
  return { name, path, isDirectory: true, isVirtual: false, size: null, modified, ...FOLDER };
}

function fileItem(
  { size, etag, lastModified }: ListedObject,
  name: string,
  base: string,
  typeOf: FileTypes,
): DirectoryItem {
  return {
    name,
    path: base + name,
    isDirectory: false,
    isVirtual: false,
    size,
    modified: lastModified.toISOString(),
    etag: bareEtag(etag),
    ...typeOf(name),
  };
}

/** What a level shows whatever the storage holds: mounts, and the levels that lead to them. */
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

/** A cursor between rows that no storage holds; the storage's own have no dot. */
const VIRTUAL_CURSOR = /^\.(\d{1,9})$/;

/**
 * What a page shows of them: they come before all that the storage holds, and count (CONTRACT A4).
 * The rest of the page is the storage's, unless there is a cursor.
 */
function pageOf(virtual: readonly DirectoryItem[], input: ListInput, hasStorage: boolean) {
  const { limit, cursor } = input;
  if (limit === undefined) return { first: virtual, cursor: undefined, rest: input };
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

/** A mount hides what the storage around it has under the same name, on whatever page that is. */
function merge(
  { json }: Listing,
  virtual: readonly DirectoryItem[],
  first: readonly DirectoryItem[],
): Buffer {
  const items = JSON.parse(json.toString('utf8')) as DirectoryItem[];
  const hidden = new Set(virtual.map(({ name }) => name));
  const isShown = (name: string) => !hidden.has(name.normalize());
  const directories = items.filter(({ name, isDirectory }) => isDirectory && isShown(name));
  const files = items.filter(({ isDirectory }) => !isDirectory);
  const shown = [...first, ...directories].sort((a, b) => collator.compare(a.name, b.name));
  return encode([...shown, ...files]);
}

function encode(items: readonly DirectoryItem[]): Buffer {
  return Buffer.from(JSON.stringify(items));
}
