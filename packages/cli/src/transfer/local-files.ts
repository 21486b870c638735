import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import {
  freeItemPath,
  numberedItemPath,
  storedFileName,
  storedItemPath,
} from '@satchel/api-client/contract/item-path';

/** An entry of a folder. Links are reported but not followed, because they may lead outside. */
export interface FoundEntry {
  readonly kind: 'file' | 'empty_directory' | 'left_out';
  readonly path: string;
  /** Path below the folder, with slashes. */
  readonly relativePath: string;
  /** Name of the file in a mount, which cannot hold all names. */
  readonly storedName: string;
}

/** File of this computer, and its path within a link. */
export interface LocalFile {
  readonly path: string;
  readonly itemPath: string;
  readonly sizeBytes: number;
}

/** Lists everything below a folder, sorted by name. */
export async function* walkFolder(folder: string, below = ''): AsyncGenerator<FoundEntry> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const names = storedNames(sorted);
  for (const entry of sorted) {
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    const storedName = names.get(entry.name) ?? entry.name;
    const path = join(folder, relativePath);
    if (entry.isDirectory()) yield* walkFolder(folder, relativePath);
    else yield { kind: entry.isFile() ? 'file' : 'left_out', path, relativePath, storedName };
  }
  if (entries.length === 0) {
    const path = join(folder, below);
    yield { kind: 'empty_directory', path, relativePath: below, storedName: basename(path) };
  }
}

/** Names in a mount for a folder's files; of several that would get one name, all but the first are numbered. */
function storedNames(entries: readonly Dirent[]): ReadonlyMap<string, string> {
  const isKept = (entry: Dirent) => !entry.isFile() || storedFileName(entry.name) === entry.name;
  const taken = new Set(entries.filter(isKept).map(({ name }) => name));
  const changed = entries.filter((entry) => !isKept(entry));
  return new Map(
    changed.map(({ name }) => {
      let stored = storedFileName(name);
      for (let number = 1; taken.has(stored); number += 1) {
        stored = numberedItemPath(storedFileName(name), number);
      }
      taken.add(stored);
      return [name, stored];
    }),
  );
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
    const found = await stat(path);
    if (!found.isDirectory()) {
      add(path, localNameOf(path), found.size);
      continue;
    }
    const root = paths.length === 1 ? '' : `${localNameOf(path)}/`;
    // The order decides which file gets a number, so that a later run finds the same paths.
    for (const entry of await sortedEntries(path)) {
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
