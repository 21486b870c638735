import type { CacheStats } from './measured-cache.ts';

/** Mount, and the part of it to clear: `/` for all of it. */
export interface ScopedMount {
  readonly mount: { readonly storageConfigId: string; readonly mountPath: string };
  readonly subPath: string;
}

/** Part of a cache to invalidate. */
export type CacheScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'mounts'; readonly mounts: readonly ScopedMount[] };

/** Cache in the form that the dashboard needs. */
export interface ObservedCache {
  stats(): CacheStats;
  /** Drops at least the entries in the scope, on all replicas; returns the number dropped here. */
  clear(scope: CacheScope): number | Promise<number>;
}
