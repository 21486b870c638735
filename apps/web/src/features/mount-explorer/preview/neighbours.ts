import type { Entry } from '../queries.ts';

export interface Neighbours {
  readonly previous: string | null;
  readonly next: string | null;
  /** From 1; 0 where the file is not among them. */
  readonly position: number;
  readonly count: number;
}

/** Previous and next file of the list, ignoring folders. */
export function neighboursOf(entries: readonly Entry[], name: string): Neighbours {
  const files = entries.filter(({ isDirectory }) => !isDirectory);
  const index = files.findIndex((entry) => entry.name === name);
  const nameAt = (at: number) => (index < 0 ? null : (files[at]?.name ?? null));
  return {
    previous: nameAt(index - 1),
    next: nameAt(index + 1),
    position: index + 1,
    count: files.length,
  };
}
