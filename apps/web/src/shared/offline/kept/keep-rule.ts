import type { KeptStore } from '../database.ts';

/** Rule of a query whose responses are cached for offline use. */
export interface KeepRule {
  readonly store: KeptStore;
  /** A slug, a path or the name of a group of settings. */
  readonly key: string;
  /** Distinguishes several responses with the same key. */
  readonly part?: string;
  /**
   * Returns false for responses that must not be cached: contents with a password or a limit. Default: true
   * for all.
   */
  readonly mayKeep?: (data: never) => boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly keep?: KeepRule };
  }
}
