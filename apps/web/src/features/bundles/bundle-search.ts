import { directoryOf } from '#shared/format/item-path.ts';

/** Folder and file that the address of a bundle's page names. */
export interface BundleSearch {
  /** Path of the shown folder; absent for the top. */
  readonly folder?: string;
  /** Path of the file whose preview is open. */
  readonly file?: string;
}

/** Reads the parameters of the address; ignores those that are no texts. */
export function bundleSearchOf(search: Readonly<Record<string, unknown>>): BundleSearch {
  const textOf = (value: unknown) =>
    ['string', 'number'].includes(typeof value) && value !== '' ? String(value) : undefined;
  const folder = textOf(search.folder);
  const file = textOf(search.file);
  return { ...(folder !== undefined && { folder }), ...(file !== undefined && { file }) };
}

/** Folders of a path, outermost first, each with its own path. */
export function foldersOf(
  path: string,
): readonly { readonly name: string; readonly path: string }[] {
  const names = path.split('/').filter((name) => name !== '');
  return names.map((name, index) => ({ name, path: names.slice(0, index + 1).join('/') }));
}

/** Path of the folder that contains a file or folder; '' for the top. */
export const parentOf = directoryOf;

/** Path of the folder that a page shows: the named one, or that of the open file. */
export function shownFolder({ folder, file }: BundleSearch): string {
  return folder ?? (file === undefined ? '' : parentOf(file));
}
