import { normalizePath } from '@satchel/permissions';
import type { Entry } from '../queries.ts';

export type NameProblem = 'empty' | 'slash' | 'invalid' | 'taken';

/** What S3 takes for a whole key is 1024 bytes; one name gets a part of that, as in file systems. */
const NAME_MAX_BYTES = 255;

/**
 * What is wrong with a name for an entry of a directory.
 *
 * @param entries what is there already
 * @param own the name that it has now, which is not taken by another
 */
export function problemOfName(
  name: string,
  entries: readonly Entry[],
  own?: string,
): NameProblem | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return 'empty';
  if (trimmed.includes('/')) return 'slash';
  const isTooLong = new TextEncoder().encode(trimmed).length > NAME_MAX_BYTES;
  if (isTooLong || !normalizePath(trimmed).ok) return 'invalid';
  const isTaken = trimmed !== own && entries.some((entry) => entry.name === trimmed);
  return isTaken ? 'taken' : undefined;
}

/** A name that is free: "notes.txt", then "notes 2.txt". */
export function freeName(wanted: readonly [string, string], entries: readonly Entry[]): string {
  const [stem, extension] = wanted;
  const taken = new Set(entries.map(({ name }) => name));
  let name = stem + extension;
  for (let count = 2; taken.has(name); count += 1) name = `${stem} ${count}${extension}`;
  return name;
}
