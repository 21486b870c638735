import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type SheetSearch, sheetSearchOf } from './sheet-search.ts';

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
