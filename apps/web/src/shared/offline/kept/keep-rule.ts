import type { KeptStore } from '../database.ts';

/** Says that the replies of a query are kept for when there is no network, and where. */
export interface KeepRule {
  readonly store: KeptStore;
  /** A slug, a path or the name of a group of settings. */
  readonly key: string;
  /** Which of the replies about it, where there are several. */
  readonly part?: string;
  /** False for what must not be kept: contents with a password or a limit. Default: all is kept. */
  readonly mayKeep?: (data: never) => boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly keep?: KeepRule };
  }
}
