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
    const sorted = merge(before.sorted, added.sort(compare), compare);
    done = { pages, by, sorted };
    return sorted;
  };
}

/** Merges a page into a long list, and compares only what is needed to find the places of its entries. */
function merge(
  list: readonly Entry[],
  page: readonly Entry[],
  compare: ReturnType<typeof compareEntries>,
): readonly Entry[] {
  let start = 0;
  const runs = page.map((entry) => {
    let [low, end] = [start, list.length];
    // Pages mostly come in order: then the last entry is the only one to compare with.
    for (let at = end - 1; low < end; at = (low + end) >> 1) {
      if (compare(list[at] as Entry, entry) <= 0) low = at + 1;
      else end = at;
    }
    const run = [...list.slice(start, end), entry];
    start = end;
    return run;
  });
  return [...runs.flat(), ...list.slice(start)];
}

function typeOf({ name, typeName }: Entry): string {
  return extensionOf(name) || typeName;
}
