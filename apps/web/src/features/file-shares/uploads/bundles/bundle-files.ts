import { freeItemPath, itemPathKey, storedItemPath } from '@satchel/api-client/contract/item-path';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { nameOf } from '#shared/format/item-path.ts';

/** A file with its path within a bundle. */
export interface BundleFile {
  readonly file: File;
  readonly path: string;
}

/** File that a bundle still expects. */
export interface ExpectedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * Places files within a bundle: each in the folder that it came in. Two files of one name both get a place,
 * the second as `a (1).txt`.
 */
export function bundleFilesOf(chosen: readonly ChosenFile[]): BundleFile[] {
  const taken = new Set<string>();
  return chosen.map(({ file, directory }) => {
    const wanted = storedItemPath(directory ? `${directory}/${file.name}` : file.name);
    return { file, path: freeItemPath(wanted, taken) };
  });
}

/**
 * Finds the files that a bundle still expects among files that the user has chosen again: by path and size,
 * or by name and size if no other expected file has both.
 */
export function findExpected<Expected extends ExpectedFile>(
  chosen: readonly ChosenFile[],
  expected: readonly Expected[],
): { readonly file: File; readonly expected: Expected }[] {
  const left = new Map(expected.map((each) => [itemPathKey(each.path), each]));
  const files = bundleFilesOf(chosen);
  const found: { file: File; expected: Expected }[] = [];
  const take = (file: File, each: Expected) => {
    left.delete(itemPathKey(each.path));
    found.push({ file, expected: each });
  };
  const others = files.filter(({ file, path }) => {
    const each = left.get(itemPathKey(path));
    if (each?.size !== file.size) return true;
    take(file, each);
    return false;
  });
  for (const { file } of others) {
    const name = storedItemPath(file.name);
    const same = [...left.values()].filter(
      ({ path, size }) => size === file.size && nameOf(path) === name,
    );
    const [only] = same;
    if (only && same.length === 1) take(file, only);
  }
  return found;
}
