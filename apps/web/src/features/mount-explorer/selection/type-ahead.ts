import type { Entry } from '../queries.ts';

/** Time in which further letters belong to the same name. */
export const TYPING_PAUSE_MS = 700;

/**
 * Finds the next entry whose name starts with the typed letters. A single letter, also repeated, advances to
 * the next match. With more letters a matching current entry stays.
 *
 * @returns the index; undefined if no name starts with them
 */
export function findTyped(
  entries: readonly Entry[],
  typed: string,
  active: number,
): number | undefined {
  const letters = typed.toLocaleLowerCase();
  const isRepeated = [...letters].every((letter) => letter === letters[0]);
  const wanted = isRepeated ? (letters[0] ?? '') : letters;
  if (wanted === '') return undefined;
  const first = isRepeated ? active + 1 : active;
  for (let step = 0; step < entries.length; step += 1) {
    const index = (first + step) % entries.length;
    if (entries[index]?.name.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
}
