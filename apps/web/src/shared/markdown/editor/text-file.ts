import { decodeBytes, isBinaryFile } from '#shared/text/decode-bytes.ts';

/** Largest file that the editor loads, in bytes (SPEC 5). */
export const EDITOR_FILE_MAX_BYTES = 10 * 1024 * 1024;

export type TextFileResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too_large' | 'not_text' | 'unreadable' };

/** Reads a text file in any encoding that `decodeBytes` knows. */
export async function readTextFile(file: Blob): Promise<TextFileResult> {
  if (file.size > EDITOR_FILE_MAX_BYTES) return { ok: false, problem: 'too_large' };
  const buffer = await file.arrayBuffer().catch(() => null);
  if (buffer === null) return { ok: false, problem: 'unreadable' };
  const bytes = new Uint8Array(buffer);
  const { text, isUtf8 } = decodeBytes(bytes);
  // Bytes that fit no encoding were replaced.
  const isText = !isBinaryFile(bytes) && (isUtf8 || !text.includes('\ufffd'));
  return isText ? { ok: true, text } : { ok: false, problem: 'not_text' };
}
