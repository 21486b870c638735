/**
 * Object keys are kept as "byte strings": one UTF-16 unit (0–255) per UTF-8 byte. JavaScript's `<` then
 * is S3's listing order (UTF-8 bytes, not UTF-16 units), `.length` is the length that S3 limits, and an
 * ASCII key costs nothing to convert.
 */
export const MAX_KEY_BYTES = 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is ASCII as well
const ASCII_ONLY = /^[\x00-\x7f]*$/;

export function toByteKey(text: string): string {
  return ASCII_ONLY.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

export function fromByteKey(key: string): string {
  return ASCII_ONLY.test(key) ? key : Buffer.from(key, 'latin1').toString('utf8');
}

/** The least byte string greater than every string that starts with `prefix`; none for '' or all-0xFF. */
export function afterPrefix(prefix: string): string | undefined {
  for (let end = prefix.length; end > 0; end -= 1) {
    const last = prefix.charCodeAt(end - 1);
    if (last < 0xff) return prefix.slice(0, end - 1) + String.fromCharCode(last + 1);
  }
  return undefined;
}
