import { normalizePath } from '@satchel/permissions';
import type { FileTypes } from '#files/file-type.ts';
import type { ListedObject } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import { isReserved } from '#object-store/reserved-keys.ts';
import { type AuthorizedPath, prefixOf } from '../resolved-path.ts';

/** Row of a listing (CONTRACT F7). */
export interface DirectoryItem {
  readonly name: string;
  /** Ends in a slash for a directory. */
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

/** Page of a directory: the result of one request to the storage. */
export interface DirectoryPage {
  /** Directories first, each group sorted by name. */
  readonly items: readonly DirectoryItem[];
  /** Names of the directories among the items. */
  readonly directories: ReadonlySet<string>;
  /** False if the storage returned no key at all for this page. */
  readonly exists: boolean;
  /** Number of further entries whose keys no path can name. */
  readonly hidden: number;
  readonly cursor: string | undefined;
}

const FOLDER = { type: 1, typeName: 'folder' } as const;
/** Sorts the same on every machine, independently of its locale. */
const collator = new Intl.Collator('en');

/** Sorts rows: directories first, each group by name. Sorts concatenated pages, too. */
export function sortItems(items: readonly DirectoryItem[]): readonly DirectoryItem[] {
  const byName = (a: DirectoryItem, b: DirectoryItem) => collator.compare(a.name, b.name);
  const directories = items.filter(({ isDirectory }) => isDirectory).sort(byName);
  return [...directories, ...items.filter(({ isDirectory }) => !isDirectory).sort(byName)];
}

export async function readPage(
  place: AuthorizedPath,
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
    // The marker of the directory itself is no entry.
    else if (name !== '') hidden += 1;
  }
  const exists = page.prefixes.length + page.objects.length > 0;
  return { items: sortItems(items), directories, exists, hidden, cursor: page.cursor };
}

/**
 * True if a path can name the entry. Other tools may store keys such as `a//b`, which are only removed
 * together with their directory.
 */
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
