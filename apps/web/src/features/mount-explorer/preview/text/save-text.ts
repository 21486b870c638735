import { client } from '#shared/api/client.ts';
import { numberedName } from '#shared/file-types/file-types.ts';
import { childPath, nameOf, parentOf } from '../../entry-path.ts';
import { isConflict } from '../../mutations.ts';
import { encodeText, type TextFormat } from './text-format.ts';

const MAX_COPIES = 100;

/**
 * Saves a text over the version that was read, or over whatever is there.
 *
 * @param etag of that version; null for whatever is there
 * @returns the ETag of what is there now
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

/** Saves a text beside its file, under the first name that is free; says which. */
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
