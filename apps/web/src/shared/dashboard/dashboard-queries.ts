import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export const dashboardKeys = {
  all: ['private', 'dashboard'],
  stats: ['private', 'dashboard', 'stats'],
  caches: ['private', 'dashboard', 'caches'],
  server: ['private', 'dashboard', 'server'],
} as const;

/** What there is, how full the storages are, and a week of new shares; for administrators. */
export function dashboardStatsOptions() {
  return queryOptions({
    queryKey: dashboardKeys.stats,
    queryFn: ({ signal }) => client.dashboard.stats({ signal }),
  });
}
