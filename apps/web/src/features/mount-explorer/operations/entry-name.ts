import { normalizePath } from '@satchel/permissions';
import type { Entry } from '../queries.ts';

export type NameProblem = 'empty' | 'slash' | 'invalid' | 'taken';

/** Limit of one name in file systems. S3 only limits the whole key, to 1024 bytes. */
const NAME_MAX_BYTES = 255;

/**
 * Checks the name of an entry in a directory.
 *
 * @param entries existing entries
 * @param own current name of the entry, which does not count as taken
 */
export function problemOfName(
  name: string,
  entries: readonly Entry[],
  own?: string,
): NameProblem | undefined {
  if (name === own) return undefined;
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.includes('/')) return 'slash';
  const isTooLong = new TextEncoder().encode(trimmed).length > NAME_MAX_BYTES;
  if (isTooLong || !normalizePath(trimmed).ok) return 'invalid';
  // Names that differ only in their Unicode form are one name.
  const normal = trimmed.normalize('NFC');
  const isTaken = entries.some(
    (entry) => entry.name !== own && entry.name.normalize('NFC') === normal,
  );
  return isTaken ? 'taken' : undefined;
}

/** A free name: "notes.txt", then "notes 2.txt". */
export function freeName(wanted: readonly [string, string], entries: readonly Entry[]): string {
  const [stem, extension] = wanted;
  const taken = new Set(entries.map(({ name }) => name));
  let name = stem + extension;
  for (let count = 2; taken.has(name); count += 1) name = `${stem} ${count}${extension}`;
  return name;
}
