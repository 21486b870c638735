import { freeItemPath } from '@satchel/api-client/contract/item-path';
import { client } from '#shared/api/client.ts';
import { directoryPath, nameOf } from '../../entry-path.ts';

/** A file of the archive, or an empty folder, whose name ends with a slash. */
export interface PackedFile {
  readonly path: string;
  /** Path within the archive. */
  readonly name: string;
  readonly sizeBytes: number;
  /** ISO 8601. */
  readonly modified: string;
  readonly isFolder: boolean;
}

/**
 * Lists all files of the chosen paths, in that order and folder by folder. Entries of the same name from
 * different directories get different names.
 *
 * @param onFound gets the files found so far
 */
export async function listPackedFiles(
  paths: readonly string[],
  signal: AbortSignal,
  onFound: (files: readonly PackedFile[]) => void = () => {},
): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  const taken = new Set<string>();
  for (const path of paths) {
    const name = freeItemPath(nameOf(path), taken);
    if (path.endsWith('/')) await addFolder(path, `${name}/`);
    else {
      const entry = await client.fs.get({ query: { path } }, { signal });
      files.push({
        ...{ path, name, isFolder: false },
        ...{ sizeBytes: entry.size ?? 0, modified: entry.modified },
      });
    }
    onFound(files);
  }
  return files;

  async function addFolder(path: string, name: string): Promise<void> {
    const folders: string[] = [];
    const names = new Set<string>();
    let count = 0;
    for await (const entry of client.fs.entries(directoryPath(path), { signal })) {
      count += 1;
      const { isDirectory, size, modified } = entry;
      if (isDirectory) folders.push(entry.path);
      else {
        const inside = name + nameOf(entry.path);
        names.add(nameOf(entry.path).toLowerCase());
        const facts = { sizeBytes: size ?? 0, modified, isFolder: false };
        files.push({ path: entry.path, name: inside, ...facts });
      }
      if (count % 1000 === 0) onFound(files);
    }
    if (count === 0) {
      const modified = new Date().toISOString();
      files.push({ path, name, sizeBytes: 0, modified, isFolder: true });
    }
    // S3 allows a file and a folder with the same name, but no disk does.
    for (const folder of folders) {
      await addFolder(folder, `${name}${freeItemPath(nameOf(folder), names)}/`);
    }
  }
}
