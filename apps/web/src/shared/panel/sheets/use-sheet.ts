import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { closeByBack } from '#shared/data-list/use-list-state.ts';
import { type SheetSearch, sheetSearchOf } from './sheet-search.ts';

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
      if (router.state.location.state.isSheet) closeByBack(router);
      else show({}, false);
    },
  };
}
