import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTypedWords } from '#shared/data-list/search/use-typed-words.ts';
import { type ExplorerSearch, explorerSearchOf } from '../explorer-search.ts';
import type { ExplorerAddress } from '../use-explorer-address.ts';
import type { EntryFilter, FilterKind } from './filter-entries.ts';

export interface EntryFilterState {
  /** Search parameters of the address, and typed filter words that the address does not contain yet. */
  readonly search: ExplorerSearch;
  readonly filter: EntryFilter;
  setFilter: (filter: EntryFilter) => void;
}

const readWords = (raw: unknown) => explorerSearchOf(raw as Record<string, unknown>).filter ?? '';

/**
 * Filter of the list. It applies at each typed letter. The address gets it after a pause, so that Back
 * returns to it. Typed words apply to one directory only.
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
      const isNewKind = next.kind !== (kind ?? null);
      // Emptied words leave the address at once, or Back would return to them after a quick choice of a kind.
      if (isNewKind || next.words === '')
        address.show(searchOf(next.words, next.kind ?? undefined), { replace: !isNewKind });
      else setTyped(next.words);
    },
  };
}
