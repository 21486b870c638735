import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** Which sheet is open, as the address says: that of a row or of a new one, or the test of a row. */
export interface SheetSearch {
  /** An id, or `new`. */
  edit?: string;
  /** An id. */
  test?: string;
}

/** For `validateSearch` of a route whose page has sheets. */
export function sheetSearchOf({ edit, test }: Record<string, unknown>): SheetSearch {
  const idOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { ...(idOf(edit) && { edit: idOf(edit) }), ...(idOf(test) && { test: idOf(test) }) };
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** True for the history entry made by opening a sheet; closing the sheet then goes back. */
    isSheet?: true;
  }
}

export interface Sheet {
  /** The sheet that is open, if any. */
  readonly search: SheetSearch;
  open: (search: SheetSearch) => void;
  /** Shows another sheet in the place of this one. */
  replace: (search: SheetSearch) => void;
  close: () => void;
}

/** Sheets have addresses of their own: they are linked to, reloaded, and closed by Back. */
export function useSheet(): Sheet {
  const raw = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const show = (search: SheetSearch, isNew: boolean) =>
    void navigate({
      to: '.',
      search: search as never,
      resetScroll: false,
      ...(isNew ? { state: { isSheet: true } } : { replace: true, state: (state) => state }),
    });
  return {
    search: sheetSearchOf(raw),
    open: (search) => show(search, true),
    replace: (search) => show(search, false),
    close() {
      if (router.state.location.state.isSheet) router.history.back();
      else show({}, false);
    },
  };
}
