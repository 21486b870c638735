import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, posix, resolve } from 'node:path';
import {
  freeItemPath,
  numberedItemPath,
  storedFileName,
  storedFolderPath,
  storedItemPath,
} from '@satchel/api-client/contract/item-path';
import { usageError } from '../command-error.ts';

/** An entry of a folder. Links are reported but not followed, because they may lead outside. */
export type FoundEntry = {
  readonly path: string;
  /** Path below the folder, with slashes. */
  readonly relativePath: string;
} & (
  | { readonly kind: 'left_out' }
  /** `storedPath`: its path below the folder in a mount, which cannot hold all names. */
  | { readonly kind: 'empty_directory' | 'file'; readonly storedPath: string }
  /** Folder that cannot be listed. Its neighbours follow all the same. */
  | { readonly kind: 'unreadable'; readonly failure: unknown }
);

/** File of this computer, and its path within a link. */
export interface LocalFile {
  readonly path: string;
  readonly itemPath: string;
  readonly sizeBytes: number;
}

/** Lists everything below a folder, sorted by name. */
export async function* walkFolder(
  folder: string,
  below = '',
  storedBelow = below,
): AsyncGenerator<FoundEntry> {
  const path = join(folder, below);
  const entries = await readdir(path, { withFileTypes: true }).catch((failure: unknown) => ({
    failure,
  }));
  if ('failure' in entries) {
    yield { kind: 'unreadable', path, relativePath: below, failure: entries.failure };
    return;
  }
  if (entries.length === 0) {
    yield { kind: 'empty_directory', path, relativePath: below, storedPath: storedBelow };
  }
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = storedNames(sorted);
  for (const entry of sorted) {
    const { name } = entry;
    const relativePath = posix.join(below, name);
    const storedPath = posix.join(storedBelow, names.get(name) ?? name);
    const place = { path: join(folder, relativePath), relativePath };
    if (entry.isDirectory()) yield* walkFolder(folder, relativePath, storedPath);
    else if (!entry.isFile()) yield { kind: 'left_out', ...place };
    else yield { kind: 'file', ...place, storedPath };
  }
}

/** Name that a mount stores an entry under. Links are not stored. */
function storedNameOf(entry: Dirent): string {
  if (entry.isFile()) return storedFileName(entry.name);
  return entry.isDirectory() ? storedFolderPath(entry.name) : entry.name;
}

/** Names in a mount for a folder's entries; of several that would get one name, all but the first are numbered. */
function storedNames(entries: readonly Dirent[]): ReadonlyMap<string, string> {
  const isKept = (entry: Dirent) => storedNameOf(entry) === entry.name;
  const taken = new Set(entries.filter(isKept).map(({ name }) => name));
  const changed = entries.filter((entry) => !isKept(entry));
  return new Map(
    changed.map((entry) => {
      const wanted = storedNameOf(entry);
      let stored = wanted;
      for (let number = 1; taken.has(stored); number += 1) {
        stored = numberedItemPath(wanted, number);
      }
      taken.add(stored);
      return [entry.name, stored];
    }),
  );
}

/**
 * Stat of a file or folder that can be uploaded.
 *
 * @throws {CommandError} `file_is_special` for pipes and devices, such as those of `<(command)`: their size is
 *   0, and so would be that of the upload
 */
export async function statOf(path: string): Promise<Stats> {
  const found = await stat(path);
  if (!found.isFile() && !found.isDirectory()) throw usageError('file_is_special', { path });
  return found;
}

/** Name of a file or folder, also for `.` and `..`. The root of a file system has none. */
export function localNameOf(path: string): string {
  return basename(resolve(path)) || 'root';
}

/**
 * Lists files and the files of folders in a stable order, each with a distinct path within a link. The
 * contents of a single folder are at the top. Of several paths, each folder keeps its name.
 *
 * @param onLeftOut called for links and devices in folders
 */
export async function findLocalFiles(
  paths: readonly string[],
  onLeftOut: (path: string) => void,
): Promise<readonly LocalFile[]> {
  const files: LocalFile[] = [];
  const taken = new Set<string>();
  const add = (path: string, relativePath: string, sizeBytes: number) => {
    files.push({ path, itemPath: freeItemPath(storedItemPath(relativePath), taken), sizeBytes });
  };
  for (const path of paths) {
    const found = await statOf(path);
    if (!found.isDirectory()) {
      add(path, localNameOf(path), found.size);
      continue;
    }
    const root = paths.length === 1 ? '' : `${localNameOf(path)}/`;
    // The order decides which file gets a number, so that a later run finds the same paths.
    for (const entry of await sortedEntries(path)) {
      if (entry.kind === 'unreadable') throw entry.failure;
      if (entry.kind === 'left_out') onLeftOut(entry.path);
      else if (entry.kind === 'file') {
        add(entry.path, root + entry.relativePath, (await stat(entry.path)).size);
      }
    }
  }
  return files;
}

async function sortedEntries(folder: string): Promise<readonly FoundEntry[]> {
  const entries: FoundEntry[] = [];
  for await (const entry of walkFolder(folder)) entries.push(entry);
  return entries.toSorted((a, b) => (a.relativePath < b.relativePath ? -1 : 1));
}
