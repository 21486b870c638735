import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

/** First part of all query keys of the dashboard. */
export const DASHBOARD_KEY = ['private', 'dashboard'];

/**
 * Statistics of the instance: figures, used capacity of storages and new shares of a week. For
 * administrators.
 */
export const dashboardStatsOptions = () =>
  privateQuery(['dashboard', 'stats'], (options) => client.dashboard.stats({}, options));
