import { normalizePath } from '@satchel/permissions';
import type { FileTypes } from '#files/file-type.ts';
import type { ListedObject } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { type AuthorizedPlace, prefixOf } from '../places.ts';

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

/** A page of a directory: what one request to the storage brings. */
export interface DirectoryPage {
  /** Directories first, each by name. */
  readonly items: readonly DirectoryItem[];
  /** Names of the directories among the items. */
  readonly directories: ReadonlySet<string>;
  /** False where the storage holds nothing at all on this page. */
  readonly exists: boolean;
  /** How many more there are whose keys no path can name. */
  readonly hidden: number;
  readonly cursor: string | undefined;
}

const FOLDER = { type: 1, typeName: 'folder' } as const;
/** Sorts alike on every machine, whatever its locale. */
const collator = new Intl.Collator('en');

/** Sorts rows: directories first, each by name. Pages that are sorted already are merged. */
export function sortItems(items: readonly DirectoryItem[]): readonly DirectoryItem[] {
  const byName = (a: DirectoryItem, b: DirectoryItem) => collator.compare(a.name, b.name);
  const directories = items.filter(({ isDirectory }) => isDirectory).sort(byName);
  return [...directories, ...items.filter(({ isDirectory }) => !isDirectory).sort(byName)];
}

export async function readPage(
  place: AuthorizedPlace,
  { limit, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  typeOf: FileTypes,
  signal: AbortSignal,
): Promise<DirectoryPage> {
  const prefix = prefixOf(place);
  const base = place.path === '/' ? '/' : `${place.path}/`;
  const changed = place.mount.updatedAt.toISOString();
  const { store } = place.storage;
  const options = { prefix, delimiter: '/', cursor, signal } as const;
  const page = await store.list({ ...options, ...(limit !== undefined && { limit }) });
  const items: DirectoryItem[] = [];
  let hidden = 0;
  for (const below of page.prefixes) {
    const name = below.slice(prefix.length).replace(/\/$/, '');
    if (isReserved(below)) continue;
    if (isName(name)) items.push(directoryItem(name, base, changed));
    else hidden += 1;
  }
  const directories = new Set(items.map(({ name }) => name));
  for (const object of page.objects) {
    if (isReserved(object.key)) continue;
    const name = object.key.slice(prefix.length);
    if (isName(name)) items.push(fileItem(object, name, base, typeOf));
    // A directory's own marker is no entry of it.
    else if (name !== '') hidden += 1;
  }
  const exists = page.prefixes.length + page.objects.length > 0;
  return { items: sortItems(items), directories, exists, hidden, cursor: page.cursor };
}

/** Other tools may have stored what no path can name, such as `a//b`: it goes with its directory. */
function isName(name: string): boolean {
  return name !== '' && normalizePath(name).ok;
}

export function directoryItem(name: string, base: string, modified: string): DirectoryItem {
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
