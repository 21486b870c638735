import { extensionOf } from '#shared/file-types/file-types.ts';
import { compareNames } from '#shared/format/compare-names.ts';
import type { Entry } from '../queries.ts';

export const ENTRY_SORTS = ['name', 'size', 'modified', 'type'] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

export interface EntryOrder {
  readonly sort: EntrySort;
  readonly order: 'asc' | 'desc';
}

const COMPARE: Readonly<Record<EntrySort, (a: Entry, b: Entry) => number>> = {
  name: () => 0,
  size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
  // ISO times in UTC sort correctly as strings.
  modified: (a, b) => (a.modified < b.modified ? -1 : a.modified > b.modified ? 1 : 0),
  type: (a, b) => compareNames(typeOf(a), typeOf(b)),
};

/** Compares entries: folders first in either order, and equal ones by name. */
export function compareEntries({ sort, order }: EntryOrder): (a: Entry, b: Entry) => number {
  const compare = COMPARE[sort];
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a.isDirectory !== b.isDirectory) return a.isDirectory ? -1 : 1;
    const difference = compare(a, b);
    if (difference !== 0) return sign * difference;
    // Storages tell seconds only, and photos of one second were taken in the order of their names.
    const isByTime = sort === 'modified' && !a.isDirectory;
    return (sort === 'name' || isByTime ? sign : 1) * compareNames(a.name, b.name);
  };
}

type Pages = readonly (readonly Entry[])[];

/**
 * Sorts the pages of a directory while they arrive. It sorts only new pages and merges them with the sorted
 * entries, so that a directory of a hundred pages is not sorted a hundred times.
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
    // The engines' merge sort finds the two sorted runs and merges them.
    const sorted = [...before.sorted, ...added.sort(compare)].sort(compare);
    done = { pages, by, sorted };
    return sorted;
  };
}

function typeOf({ name, typeName }: Entry): string {
  return extensionOf(name) || typeName;
}
