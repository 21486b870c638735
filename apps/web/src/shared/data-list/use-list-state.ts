import { type AnyRouter, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { readPageSize, writePageSize } from './page-size.ts';
import {
  type ListSearch,
  type ListSearchSchema,
  type SortOrder,
  wordsOf,
} from './search/list-search.ts';
import { type TypedWords, useTypedWords } from './search/use-typed-words.ts';

/** State of a list, and functions that change it. */
export interface ListState<Sort extends string, State extends string, Filters = object>
  extends ListSearch<Sort, State, Filters>,
    Pick<ListSearchSchema<Sort, State, Filters>, 'sorts' | 'states'> {
  pageSize: number;
  /** Search words; '' for fewer than two characters. */
  words: string;
  box: TypedWords;
  setPage: (page: number) => void;
  /** Opens a page without a new history entry, if the current one does not exist. */
  replacePage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
  setSort: (sort: Sort, order: SortOrder) => void;
  setState: (state: State | undefined) => void;
  /** Replaces the history entry while `isTyped`, because a single letter must not be a step of Back. */
  setFilters: (filters: Partial<Filters>, manner?: { isTyped?: boolean }) => void;
  /** Opens the sheet of a row; undefined closes it. */
  setEdit: (id: string | undefined) => void;
  /** Resets search and filters. */
  clear: () => void;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True for the history entry made by opening a sheet; closing the sheet then goes back. */
    isSheet?: true;
  }
}

/** Closes a sheet by Back. The user may have done so already, while the sheet was being saved. */
export function closeByBack({ history }: Pick<AnyRouter, 'history'>): void {
  if (window.history.state?.isSheet) history.back();
}

interface Manner {
  replace?: true;
  state?: { isSheet?: true; keepsTyped?: false };
}

interface Changes<Sort extends string, State extends string, Filters>
  extends Partial<Omit<ListSearch<Sort, State>, 'filters'>> {
  filters?: Partial<Filters>;
}

/**
 * State of a list. The address contains it, so that users can share it, reload it and go back to it. The
 * browser stores the page size (CONTRACT F11).
 *
 * @example
 * const list = useListState(keyListSearch);
 * const page = useQuery(keyListOptions(list));
 */
export function useListState<Sort extends string, State extends string, Filters>(
  schema: ListSearchSchema<Sort, State, Filters>,
): ListState<Sort, State, Filters> {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const [pageSize, setPageSize] = useState(readPageSize);
  const search = schema.parse(raw);
  const readWords = useCallback((from: unknown) => schema.parse(from).q, [schema]);

  function show({ filters, ...changes }: Changes<Sort, State, Filters>, manner: Manner) {
    // Reads the latest address, because two boxes may follow typed text at the same time.
    const latest = schema.parse(router.latestLocation.search);
    const address = schema.toAddress({
      ...latest,
      ...changes,
      filters: { ...latest.filters, ...filters },
    });
    const state = { keepsTyped: true, ...manner.state };
    void navigate({ to: '.', search: address as never, resetScroll: false, ...manner, state });
  }

  const box = useTypedWords(search.q, readWords, (q) => show({ q, page: 1 }, { replace: true }));

  return {
    ...search,
    sorts: schema.sorts,
    states: schema.states,
    pageSize,
    words: wordsOf(search.q),
    box,
    setPage: (page) => show({ page }, {}),
    replacePage: (page) => show({ page }, { replace: true }),
    setPageSize(next) {
      writePageSize(next);
      setPageSize(next);
      // Keeps the first visible row on the new page.
      const first = (search.page - 1) * pageSize;
      show({ page: Math.floor(first / next) + 1 }, { replace: true });
    },
    setSort: (sort, order) => show({ sort, order, page: 1 }, { replace: true }),
    setState: (state) => show({ state, page: 1 }, {}),
    setFilters: (filters, { isTyped = false } = {}) =>
      show({ filters, page: 1 }, isTyped ? { replace: true } : {}),
    setEdit(edit) {
      if (edit !== undefined) show({ edit }, { state: { isSheet: true } });
      else if (router.state.location.state.isSheet) closeByBack(router);
      else show({ edit }, { replace: true });
    },
    clear: () =>
      show(
        { q: '', state: undefined, filters: schema.noFilters, page: 1 },
        { state: { keepsTyped: false } },
      ),
  };
}
