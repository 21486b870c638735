import { nameWithSuffix } from '@satchel/api-client/contract/item-path';
import { normalizePath } from '@satchel/permissions';
import type { ArchiveEntry } from '#archives/archive-entry.ts';
import { createFileAndFolderNames } from '#archives/file-and-folder-names.ts';
import { AppError } from '#errors';
import type { ListedObject } from '#object-store';
import { hasAnyBelow } from '#object-store/find-named.ts';
import { nameOf } from '#paths/key.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPath, prefixOf } from '../resolved-path.ts';
import { pagesBelow } from '../writing/directories.ts';

/** Path of the request with its name in the archive. */
interface Packed {
  readonly place: AuthorizedPath;
  /** The file itself; undefined for a directory. */
  readonly file: ListedObject | undefined;
  /** Mounts below the directory that the caller may read. */
  readonly below: readonly AuthorizedPath[];
}

/** Packs files and directories into an archive (SECURITY 10). */
export function createArchiving({
  pathResolver,
  archives,
}: Pick<FileSystemDependencies, 'pathResolver' | 'archives'>) {
  const find = async (caller: AuthenticatedCaller, path: string, signal: AbortSignal) => {
    const place = await pathResolver.find(caller, 'mount_view', path);
    const { store } = place.storage;
    const isFile = place.key !== '' && !place.isDirectory;
    const object = isFile ? await store.head(place.key, signal) : undefined;
    if (object) {
      const { size, etag, lastModified = new Date(0) } = object;
      return { place, file: { key: place.key, size, etag, lastModified }, below: [] };
    }
    const below = await findBelow(caller, place.path);
    const isThere = place.key === '' || below.length > 0;
    if (!isThere && !(await hasAnyBelow(store, prefixOf(place), signal))) {
      throw new AppError('file_system.not_found');
    }
    return { place, file: undefined, below };
  };
  const findBelow = async (caller: AuthenticatedCaller, path: string) => {
    const { below } = await pathResolver.findLevel(caller, 'mount_view', `${path}/`);
    const found = below.map(({ mountPath }) =>
      pathResolver.find(caller, 'mount_view', `${mountPath}/`),
    );
    return Promise.all(found);
  };

  async function* entriesOf(named: ReadonlyMap<string, Packed>, signal: AbortSignal) {
    for (const [name, { place, file, below }] of named) {
      if (file) {
        yield fileEntry(name, place, file);
        continue;
      }
      const inside = below.map((mount) => mount.path.slice(place.path.length + 1));
      const names = createFileAndFolderNames(inside.map((path) => `${path}/`));
      yield* directoryOf(place, `${name}/`, names.nameOf, signal);
      for (const [index, mount] of below.entries()) {
        const inMount = `${name}/${names.nameOfLater(`${inside[index]}/`)}`;
        yield* directoryOf(mount, inMount, createFileAndFolderNames([]).nameOf, signal);
      }
    }
  }

  async function* directoryOf(
    place: AuthorizedPath,
    name: string,
    nameOf: (key: string) => string,
    signal: AbortSignal,
  ) {
    yield directoryEntry(name, place.mount.updatedAt);
    for await (const object of objectsOf(place, signal)) {
      const path = name + nameOf(object.key.slice(prefixOf(place).length));
      if (object.key.endsWith('/')) yield directoryEntry(path, object.lastModified);
      else yield fileEntry(path, place, object);
    }
  }

  /** Objects and markers below a directory that its caller may see. */
  async function* objectsOf(place: AuthorizedPath, signal: AbortSignal) {
    const prefix = prefixOf(place);
    const isShown = await pathResolver.shownIn(place);
    for await (const page of pagesBelow(place.storage.store, prefix, signal)) {
      for (const object of page) {
        const below = object.key.slice(prefix.length);
        if (below !== '' && isShown(object.key) && isSafe(below)) yield object;
      }
    }
  }

  return {
    /**
     * Yields all files below a directory, with one request per 1000 of them.
     *
     * @throws {AppError} `file_system.not_found`, and as `PathResolver.find`
     */
    async *filesBelow(caller: AuthenticatedCaller, path: string, signal: AbortSignal) {
      const { place, below } = await find(caller, path, signal);
      for (const root of [place, ...below]) {
        for await (const { key, size } of objectsOf(root, signal)) {
          if (key.endsWith('/')) continue;
          const inside = key.slice(prefixOf(root).length);
          const path = `${root.path}/${inside}`;
          yield { path, name: nameOf(path), key, storage: root.storage, size };
        }
      }
    },
    /**
     * Resolves all paths and lists all entries before the first byte is sent, so that an error can still
     * be reported.
     *
     * @throws {AppError} `file_system.not_found`, and as `PathResolver.find`
     */
    async archive(caller: AuthenticatedCaller, paths: readonly string[], signal: AbortSignal) {
      const packed: Packed[] = [];
      for (const path of new Set(paths)) packed.push(await find(caller, path, signal));
      const named = nameEach(packed);
      const [only = ''] = named.size === 1 ? named.keys() : [];
      const plan = await archives.plan((until) => entriesOf(named, until), signal);
      return { filename: `${only || 'archive'}.zip`, plan };
    },
  };
}

/** Numbers names that would be equal: `notes (2).md`. */
function nameEach(packed: readonly Packed[]): ReadonlyMap<string, Packed> {
  const named = new Map<string, Packed>();
  for (const one of packed) {
    const base = one.place.name || 'archive';
    let name = base;
    for (let number = 2; named.has(name); number += 1) {
      name = one.file ? nameWithSuffix(base, ` (${number})`) : `${base} (${number})`;
    }
    named.set(name, one);
  }
  return named;
}

/**
 * True if unpacking the entry stays in its directory on every system: no `..`, no `\`, nothing
 * absolute. Other tools may have stored such names; listings leave them out, too.
 */
function isSafe(below: string): boolean {
  const segments = below.replace(/\/$/, '').split('/');
  return segments.every((segment) => segment !== '' && normalizePath(segment).ok);
}

function directoryEntry(name: string, modified: Date): ArchiveEntry {
  return { name, modified, object: undefined };
}

function fileEntry(
  name: string,
  { storage }: AuthorizedPath,
  { key, size, etag, lastModified }: ListedObject,
): ArchiveEntry {
  const object = { configId: storage.config.id, store: storage.store, key, size, etag };
  return { name, modified: lastModified, object };
}
