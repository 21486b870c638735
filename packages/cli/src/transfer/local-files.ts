import type { Stats } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { freeItemPath, storedItemPath } from '@satchel/api-client/contract/item-path';
import { usageError } from '../command-error.ts';

/** An entry of a folder. Links are reported but not followed, because they may lead outside. */
export type FoundEntry = {
  readonly path: string;
  /** Path below the folder, with slashes. */
  readonly relativePath: string;
} & (
  | { readonly kind: 'file' | 'empty_directory' | 'left_out' }
  /** Folder that cannot be listed. Its neighbours follow all the same. */
  | { readonly kind: 'unreadable'; readonly failure: unknown }
);

/** File of this computer, and its path within a link. */
export interface LocalFile {
  readonly path: string;
  readonly itemPath: string;
  readonly sizeBytes: number;
}

/** Lists everything below a folder, in no particular order. */
export async function* walkFolder(folder: string, below = ''): AsyncGenerator<FoundEntry> {
  const opened = await opendir(join(folder, below)).catch((failure: unknown) => ({ failure }));
  if ('failure' in opened) {
    const { failure } = opened;
    yield { kind: 'unreadable', path: join(folder, below), relativePath: below, failure };
    return;
  }
  let isEmpty = true;
  for await (const entry of opened) {
    isEmpty = false;
    const relativePath = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(folder, relativePath);
    if (entry.isDirectory()) yield* walkFolder(folder, relativePath);
    else yield { kind: entry.isFile() ? 'file' : 'left_out', path, relativePath };
  }
  if (isEmpty) {
    yield { kind: 'empty_directory', path: join(folder, below), relativePath: below };
  }
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
