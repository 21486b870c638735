import { utf16ByMark } from '#shared/file-types/file-types.ts';

/** Largest file that the editor loads, in bytes (SPEC 5). */
export const EDITOR_FILE_MAX_BYTES = 10 * 1024 * 1024;

export type TextFileResult =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: 'too_large' | 'not_text' | 'unreadable' };

/**
 * Reads a text file: as UTF-16 if it has a byte order mark, otherwise as UTF-8, or as GB 18030 for old
 * Chinese files.
 */
export async function readTextFile(file: Blob): Promise<TextFileResult> {
  if (file.size > EDITOR_FILE_MAX_BYTES) return { ok: false, problem: 'too_large' };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { ok: false, problem: 'unreadable' };
  }
  const text = decodeText(bytes);
  return text === null ? { ok: false, problem: 'not_text' } : { ok: true, text };
}

function decodeText(bytes: Uint8Array): string | null {
  const marked = utf16ByMark(bytes);
  if (marked) return decodeAs(marked, bytes);
  // A NUL byte means binary: text has none, and nearly every binary format has one near its beginning.
  if (bytes.subarray(0, 8192).includes(0)) return null;
  return decodeAs('utf-8', bytes) ?? decodeAs('gb18030', bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
