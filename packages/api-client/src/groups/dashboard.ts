import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/dashboard.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Dashboard} and their declarations. */
export interface DashboardCalls {
  /** Figures of the dashboard. */
  readonly stats: typeof contract.dashboardStats;
  /** Figures of the caches. */
  readonly cacheStats: typeof contract.readCacheStats;
  /** Clear the caches. */
  readonly clearCache: typeof contract.clearCache;
  /** Clear the caches of the mounts that one may use. */
  readonly clearUserCache: typeof contract.clearUserCache;
}

/** Figures for administrators, and the caches. Made by {@link createDashboard}. */
export type Dashboard = CallsOf<DashboardCalls>;

/**
 * Figures for administrators, and the caches.
 *
 * @example
 * const { totalFiles } = await createDashboard(api).stats();
 */
export const createDashboard: (api: ApiClient) => Dashboard =
  /* @__PURE__ */ groupOf<DashboardCalls>({
    stats: 'GET admin/dashboard/stats',
    cacheStats: 'GET admin/cache/stats',
    clearCache: 'POST admin/cache/clear',
    clearUserCache: 'POST user/cache/clear',
  });
