import { extensionOf } from '#shared/file-types/file-types.ts';
import type { Entry } from '../queries.ts';

export const ENTRY_SORTS = ['name', 'size', 'modified', 'type'] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

export interface EntryOrder {
  readonly sort: EntrySort;
  readonly order: 'asc' | 'desc';
}

/** "file 9" before "file 10", and "a" beside "A". */
const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const COMPARE: Readonly<Record<EntrySort, (a: Entry, b: Entry) => number>> = {
  name: () => 0,
  size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
  // ISO times in UTC are in order as texts.
  modified: (a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : 0),
  type: (a, b) => names.compare(typeOf(a), typeOf(b)),
};

/** Folders come first, whatever the order; what is equal otherwise is ordered by name. */
export function compareEntries({ sort, order }: EntryOrder): (a: Entry, b: Entry) => number {
  const compare = COMPARE[sort];
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
    const difference = compare(a, b);
    if (difference !== 0) return sign * difference;
    return (sort === 'name' ? sign : 1) * names.compare(a.name, b.name);
  };
}

type Pages = readonly (readonly Entry[])[];

/**
 * Sorts the pages of a directory while they arrive. What is in order already is not sorted again: of a
 * hundred pages each costs what one does, and not a sort of all before it.
 */
export function createEntrySorter(): (pages: Pages, by: EntryOrder) => readonly Entry[] {
  let done: { pages: Pages; by: EntryOrder; sorted: readonly Entry[] } | undefined;
  return (pages, by) => {
    const isSameOrder = done?.by.sort === by.sort && done.by.order === by.order;
    const before =
      done && isSameOrder && done.pages.every((page, index) => page === pages[index])
        ? done
        : { pages: [], sorted: [] };
    const added = pages.slice(before.pages.length).flat();
    if (added.length === 0 && done === before) return done.sorted;
    const compare = compareEntries(by);
    // The sort of today's engines finds the two runs and merges them.
    const sorted = [...before.sorted, ...added.sort(compare)].sort(compare);
    done = { pages, by, sorted };
    return sorted;
  };
}

function typeOf({ name, typeName }: Entry): string {
  return extensionOf(name) || typeName;
}
