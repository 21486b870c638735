import type { CacheStats } from './measured-cache.ts';

/** A mount, and the part of it that is meant: `/` for all of it. */
export interface ScopedMount {
  readonly mount: { readonly storageConfigId: string; readonly mountPath: string };
  readonly subPath: string;
}

/** Part of a cache to invalidate. */
export type CacheScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'mounts'; readonly mounts: readonly ScopedMount[] };

/** A cache as the dashboard knows it. */
export interface ObservedCache {
  stats(): CacheStats;
  /** Forgets at least what lies in the scope, on all replicas; counts the entries dropped here. */
  clear(scope: CacheScope): number | Promise<number>;
}
