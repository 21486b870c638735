import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

/** Part of every key of the dashboard. */
export const DASHBOARD_KEY = ['private', 'dashboard'];

/** Figures of the instance, fill level of the storages and a week of new shares, for administrators. */
export const dashboardStatsOptions = () =>
  privateQuery(['dashboard', 'stats'], (options) => client.dashboard.stats({}, options));
