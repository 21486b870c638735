import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';

/** Open sheet according to the address: edits a row, creates one, or tests one. */
export interface SheetSearch {
  /** Id of the edited row, or `new`. */
  edit?: string;
  /** Id of the tested row. */
  test?: string;
}

/** `validateSearch` of a route whose page has sheets. */
export function sheetSearchOf({ edit, test }: Record<string, unknown>): SheetSearch {
  const idOf = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return { ...(idOf(edit) && { edit: idOf(edit) }), ...(idOf(test) && { test: idOf(test) }) };
}

export interface Sheet {
  /** The open sheet, if any. */
  readonly search: SheetSearch;
  open: (search: SheetSearch) => void;
  /** Shows another sheet instead of this one. */
  replace: (search: SheetSearch) => void;
  close: () => void;
}

/** Sheet in the address, so that users can link to it, reload it and close it by Back. */
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
