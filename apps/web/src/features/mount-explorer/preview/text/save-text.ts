import { isApiError } from '@satchel/api-client/api-error';
import type { CallOptions } from '@satchel/api-client/client';
import { client } from '#shared/api/client.ts';
import { numberedName } from '#shared/file-types/file-types.ts';
import { readText } from '#shared/previews/source/preview-content.ts';
import { encodeText, type LoadedText, type TextFormat } from '#shared/previews/text/text-format.ts';
import { childPath, nameOf, parentOf } from '../../entry-path.ts';
import { isConflict } from '../../mutations.ts';

const MAX_COPIES = 100;

/** Instead of an ETag: saves only if no file has the name. */
export const NEW_FILE = '*';

/**
 * Saves a text over the version with an ETag, or over any version. A file that has this text already counts as
 * saved: the reply of an earlier attempt was lost.
 *
 * @param etag of the version to overwrite; null for any; {@link NEW_FILE} for none
 * @returns the new ETag
 */
export async function saveText(
  path: string,
  text: string,
  format: TextFormat,
  etag: string | null,
): Promise<string> {
  const body = { path, content: encodeText(text, format) };
  const condition = etag === NEW_FILE ? 'if-none-match' : 'if-match';
  const headers = etag === null ? {} : { [condition]: etag };
  try {
    return (await client.fs.write({ body }, { headers })).etag;
  } catch (error) {
    const stored = isConflict(error) ? await readStored(path) : undefined;
    if (stored?.etag && encodeText(stored.text, stored.format) === body.content) return stored.etag;
    throw error;
  }
}

/** Reads a text again; undefined if that fails. */
function readStored(path: string): Promise<LoadedText | undefined> {
  const open = (_: string, options?: CallOptions) =>
    client.fs.download({ query: { path } }, options);
  const { signal } = new AbortController();
  return readText({ open }, path, signal, () => {}).catch(() => undefined);
}

/** Whether a file no longer exists; false if that cannot be found out. */
export async function isDeleted(path: string): Promise<boolean> {
  return client.fs.get({ query: { path } }).then(
    () => false,
    (error) => isApiError(error, 'file_system.not_found'),
  );
}

/** Saves a text as a new file next to the original, under the first free name. Returns that name. */
export async function saveTextCopy(
  path: string,
  text: string,
  format: TextFormat,
): Promise<string> {
  const content = encodeText(text, format);
  for (let number = 1; ; number += 1) {
    const name = numberedName(nameOf(path), number);
    try {
      const body = { path: childPath(parentOf(path), name), content };
      await client.fs.write({ body }, { headers: { 'if-none-match': '*' } });
      return name;
    } catch (error) {
      if (!isConflict(error) || number >= MAX_COPIES) throw error;
    }
  }
}
