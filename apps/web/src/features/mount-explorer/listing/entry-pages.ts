import type { Directory } from '@satchel/api-client/contract/file-system-shapes';
import type { InfiniteData } from '@tanstack/react-query';
import type { Entry } from '../queries.ts';

/** Loaded pages of a directory. */
export type EntryPages = InfiniteData<Directory>;

/** Replaces entries by those given for their paths. Pages without a replaced entry stay the same objects. */
export function replaceEntries(data: EntryPages, byPath: ReadonlyMap<string, Entry>): EntryPages {
  return {
    ...data,
    pages: data.pages.map((page) =>
      page.items.some(({ path }) => byPath.has(path))
        ? { ...page, items: page.items.map((entry) => byPath.get(entry.path) ?? entry) }
        : page,
    ),
  };
}
