import { useNavigate, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { pictureTransition } from '#shared/previews/images/picture-transition.ts';
import { nameOf, parentOf, splatOf } from './entry-path.ts';
import type { ExplorerSearch } from './explorer-search.ts';

export interface ExplorerAddress {
  hrefOf: (path: string) => string;
  goTo: (path: string) => void;
  /** Address of a file's preview over the list of its directory. */
  hrefOfFile: (path: string) => string;
  /** Changes the search parameters of the address; the directory stays. */
  show: (search: ExplorerSearch, manner?: Manner) => void;
}

interface Manner {
  replace?: boolean;
  state?: { keepsTyped: true };
  /** Default none, as for all changes of the search parameters. */
  viewTransition?: ReturnType<typeof pictureTransition>;
}

/** Builds addresses of directories and navigates to them. */
export function useExplorerAddress(): ExplorerAddress {
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    const targetOf = (path: string) =>
      ({ to: '/mount-explorer/$', params: { _splat: splatOf(path) } }) as const;
    const addressOf = (path: string, search: ExplorerSearch) =>
      router.buildLocation({ ...targetOf(path), search }).href;
    return {
      hrefOf: (path) => addressOf(path, {}),
      hrefOfFile: (path) => addressOf(parentOf(path), { preview: nameOf(path) }),
      goTo: (path) => void navigate({ ...targetOf(path), search: {} }),
      show: (search, manner = {}) =>
        void navigate({ to: '.', search: search as never, resetScroll: false, ...manner }),
    };
  }, [navigate, router]);
}
