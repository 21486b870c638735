import { UploadError } from '../engine/errors.ts';
import type { FileDescription } from '../engine/ports.ts';

const SAMPLE_BYTES = 65_536;

/**
 * Identifies a file without reading all of it: by name, size, time, and the first and last 64 KiB. Equal
 * files have equal fingerprints, also after a reload.
 *
 * @param file the file
 * @param description its name, size and time
 * @param destination distinguishes uploads of one file to several targets; default `''`
 * @throws UploadError `file_unreadable`
 *
 * @example
 * const id = await fingerprintFile(file, file, '/photos');
 */
export async function fingerprintFile(
  file: Blob,
  { name, size, lastModified }: FileDescription,
  destination = '',
): Promise<string> {
  const ends = new Blob([file.slice(0, SAMPLE_BYTES), file.slice(-SAMPLE_BYTES)]);
  try {
    const hash = hashBytes(new Uint8Array(await ends.arrayBuffer()));
    return JSON.stringify([destination, name, size, lastModified, hash]);
  } catch (cause) {
    throw new UploadError('file_unreadable', { cause });
  }
}

/** Two different FNV-1a hashes. `crypto.subtle` would be stronger, but is missing on plain HTTP pages. */
function hashBytes(bytes: Uint8Array): string {
  let first = 0x811c9dc5;
  let second = 0xcbf29ce4;
  for (const byte of bytes) {
    first = Math.imul(first ^ byte, 0x01000193);
    second = Math.imul(second ^ byte ^ (first >>> 24), 0x01000193);
  }
  return (first >>> 0).toString(36) + (second >>> 0).toString(36);
}
