import { utf16ByMark } from '#shared/file-types/file-types.ts';

/**
 * Decodes UTF-16 if there is a byte order mark, as Windows writes it, and UTF-8 otherwise. What is neither is
 * read as GB 18030 for old Chinese files, which also keeps ASCII readable.
 */
export function decodeBytes(bytes: Uint8Array): {
  readonly text: string;
  readonly isUtf8: boolean;
} {
  const marked = utf16ByMark(bytes);
  try {
    const text = new TextDecoder(marked ?? 'utf-8', { fatal: true }).decode(bytes);
    return { text, isUtf8: marked === null };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), isUtf8: false };
  }
}

/** Number of leading bytes that are checked for signs of a binary file. */
const LOOKED_AT_BYTES = 8192;

/** Whether a file is no text. Half of the bytes of UTF-16 are zero, so that its mark counts as text. */
export function isBinaryFile(bytes: Uint8Array): boolean {
  return !utf16ByMark(bytes) && bytes.subarray(0, LOOKED_AT_BYTES).includes(0);
}
