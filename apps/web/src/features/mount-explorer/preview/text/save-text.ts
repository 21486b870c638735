import { client } from '#shared/api/client.ts';
import { numberedName } from '#shared/file-types/file-types.ts';
import { encodeText, type TextFormat } from '#shared/previews/text/text-format.ts';
import { childPath, nameOf, parentOf } from '../../entry-path.ts';
import { isConflict } from '../../mutations.ts';

const MAX_COPIES = 100;

/**
 * Saves a text over the version with an ETag, or over any version.
 *
 * @param etag of the version to overwrite; null for any
 * @returns the new ETag
 */
export async function saveText(
  path: string,
  text: string,
  format: TextFormat,
  etag: string | null,
): Promise<string> {
  const body = { path, content: encodeText(text, format) };
  const headers = etag === null ? {} : { 'if-match': etag };
  return (await client.fs.write({ body }, { headers })).etag;
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
