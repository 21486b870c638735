import { useEffect, useState } from 'react';
import { effectiveSearch, type ListSearch, readPageSize, writePageSize } from './list-search.ts';

const TYPING_PAUSE_MS = 300;

export interface ListControls {
  page: number;
  pageSize: number;
  /** The words to search for; empty for fewer than two characters. */
  search: string;
  typed: string;
  setTyped: (typed: string) => void;
  setPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
}

/** Page and search words are kept in the URL, the page size in local storage (CONTRACT F11). */
export function useListControls(
  search: ListSearch,
  onSearch: (search: ListSearch) => void,
): ListControls {
  const [pageSize, setPageSize] = useState(readPageSize);
  const [typed, setTyped] = useState(search.q ?? '');

  useEffect(() => {
    if (typed === (search.q ?? '')) return;
    const timer = setTimeout(() => onSearch(typed ? { q: typed } : {}), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, search.q, onSearch]);

  return {
    page: search.page ?? 1,
    pageSize,
    search: effectiveSearch(search.q),
    typed,
    setTyped,
    setPage: (page) => onSearch({ ...search, page }),
    setPageSize(next) {
      writePageSize(next);
      setPageSize(next);
      onSearch(search.q ? { q: search.q } : {});
    },
  };
}
