import { isApiError } from '@satchel/api-client/api-error';
import { itemPathKey, storedItemPath } from '@satchel/api-client/contract/item-path';
import type { ChosenFile } from '@satchel/multipart-uploader/drop';
import { fileTypeOf } from '#shared/file-types/file-types.ts';
import { directoryOf } from '#shared/format/item-path.ts';
import type { VisitedRequest } from '../queries.ts';

/** File that a visitor has chosen and not sent yet. */
export interface DeliveryFile extends ChosenFile {
  readonly id: string;
  /** Wanted item that the file answers; null for none. */
  readonly wanted: string | null;
}

export type Limits = Pick<
  VisitedRequest,
  'max_files' | 'max_file_bytes' | 'max_total_bytes' | 'types'
>;

/** Errors of files that the request does not accept, so that sending them again cannot help. */
const REFUSALS = [
  'upload_requests.too_many_files',
  'upload_requests.file_too_large',
  'upload_requests.total_too_large',
  'upload_requests.type_refused',
] as const;

/** Whether an upload failed because the request does not accept the file. */
export function isRefusal(error: unknown): boolean {
  return isApiError(error, ...REFUSALS);
}

export type Refusal = 'type' | 'tooLarge';

/** Why the request does not accept a file; null if it does. The server decides again. */
export function refusalOf(
  file: { name: string; size: number; type: string },
  limits: Limits,
): Refusal | null {
  if (limits.types && !limits.types.some((type) => matchesType(file, type))) return 'type';
  return file.size > limits.max_file_bytes ? 'tooLarge' : null;
}

/** Whether a file has a type such as `.pdf`, `image/*` or `text/plain`. */
function matchesType({ name, type }: { name: string; type: string }, wanted: string): boolean {
  const pattern = wanted.trim().toLowerCase();
  if (pattern.startsWith('.')) return name.toLowerCase().endsWith(pattern);
  const mediaType = type.toLowerCase() || kindTypeOf(name);
  if (pattern.endsWith('/*')) return mediaType.startsWith(pattern.slice(0, -1));
  return mediaType === pattern;
}

/** Media type by the name, for files that the system knows no type of. */
function kindTypeOf(name: string): string {
  const kind = fileTypeOf(name)?.kind;
  return kind === 'image' || kind === 'video' || kind === 'audio' ? `${kind}/` : '';
}

/** Why the files cannot be sent together, with what has been sent before; null if they can. */
export function totalRefusalOf(
  files: readonly Pick<DeliveryFile, 'file'>[],
  sent: { readonly count: number; readonly bytes: number },
  { max_files, max_total_bytes }: Limits,
): 'tooMany' | 'totalTooLarge' | null {
  if (max_files !== null && files.length + sent.count > max_files) return 'tooMany';
  const bytes = files.reduce((sum, { file }) => sum + file.size, sent.bytes);
  return max_total_bytes !== null && bytes > max_total_bytes ? 'totalTooLarge' : null;
}

/** Folder of a cut upload, so that its path is the same as before and its parts are found. */
export function cutPlaceOf(target: object, file: Pick<File, 'name'>) {
  const share = 'share' in target ? (target.share as { relative_path?: string | null }) : {};
  const path = share?.relative_path ?? file.name;
  return { directory: directoryOf(path), wanted: null };
}

/** Path of a file in its delivery. A file for a wanted item lies in a folder of that name. */
export function deliveryPathOf({
  file,
  directory,
  wanted,
}: Omit<DeliveryFile, 'id' | 'file'> & { readonly file: Pick<File, 'name'> }): string {
  const path = [wanted && folderNameOf(wanted), directory, file.name].filter(Boolean).join('/');
  return storedItemPath(path);
}

/** Wanted items for which a file was chosen or sent. */
export function answeredItems(
  wanted: readonly string[],
  chosen: readonly Pick<DeliveryFile, 'wanted'>[],
  sentPaths: readonly string[],
): ReadonlySet<string> {
  const folders = new Set(sentPaths.map((path) => itemPathKey(path.split('/', 1)[0] ?? '')));
  return new Set(
    wanted.filter(
      (item) =>
        chosen.some((each) => each.wanted === item) ||
        folders.has(itemPathKey(storedItemPath(folderNameOf(item)))),
    ),
  );
}

/** Name of a wanted item as a folder: without characters that paths cannot have. */
function folderNameOf(wanted: string): string {
  const name = wanted
    .replace(/[/\\\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /^\.*$/.test(name) ? '_' : name;
}
