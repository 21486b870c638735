import type { Entry } from '../queries.ts';

/** Letters that follow within this time belong to one name. */
export const TYPING_PAUSE_MS = 700;

/**
 * The entry that is meant by what is typed: the next whose name begins so. One letter, also repeated,
 * goes on to the next; more stay where they match already.
 *
 * @returns the index; undefined where no name begins so
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
