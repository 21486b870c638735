import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';

export const dashboardKeys = {
  all: ['private', 'dashboard'],
  stats: ['private', 'dashboard', 'stats'],
  caches: ['private', 'dashboard', 'caches'],
  server: ['private', 'dashboard', 'server'],
} as const;

/** Figures of the instance, fill level of the storages and a week of new shares, for administrators. */
export function dashboardStatsOptions() {
  return queryOptions({
    queryKey: dashboardKeys.stats,
    queryFn: ({ signal }) => client.dashboard.stats({}, { signal }),
  });
}
