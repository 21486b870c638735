import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTypedWords } from '#shared/data-list/use-typed-words.ts';
import { type ExplorerSearch, explorerSearchOf } from '../explorer-search.ts';
import type { ExplorerAddress } from '../use-explorer-address.ts';
import type { EntryFilter, FilterKind } from './filter-entries.ts';

export interface EntryFilterState {
  /** What the address says, with what is typed and not there yet. */
  readonly search: ExplorerSearch;
  readonly filter: EntryFilter;
  setFilter: (filter: EntryFilter) => void;
}

const readWords = (raw: unknown) => explorerSearchOf(raw as Record<string, unknown>).filter ?? '';

/**
 * What the list is narrowed to: at each letter, and after a pause in the address, which leads back to it.
 * What was typed for one directory is not meant for the next, whose address is another.
 */
export function useEntryFilter(address: ExplorerAddress): EntryFilterState {
  const { filter: shown = '', kind, ...rest } = explorerSearchOf(useSearch({ strict: false }));
  const searchOf = (words: string, by: FilterKind | undefined) => ({
    ...rest,
    ...(words && { filter: words }),
    ...(by && { kind: by }),
  });
  const { typed, setTyped } = useTypedWords(shown, readWords, (words) =>
    address.show(searchOf(words, kind), { replace: true, state: { keepsTyped: true } }),
  );
  return {
    search: searchOf(typed, kind),
    filter: useMemo(() => ({ words: typed, kind: kind ?? null }), [typed, kind]),
    setFilter(next) {
      if (next.kind === (kind ?? null)) setTyped(next.words);
      else address.show(searchOf(next.words, next.kind ?? undefined));
    },
  };
}
