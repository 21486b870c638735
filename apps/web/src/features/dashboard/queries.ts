import { queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { dashboardKeys } from '#shared/dashboard/dashboard-queries.ts';

/** Figures of the caches, and the memory of the server that answers. */
export function cacheStatsOptions() {
  return queryOptions({
    queryKey: dashboardKeys.caches,
    queryFn: ({ signal }) => client.dashboard.cacheStats({}, { signal }),
  });
}

/** Which server it is, and whether it can work: a server that cannot says why. */
export function serverOptions() {
  return queryOptions({
    queryKey: dashboardKeys.server,
    queryFn: async ({ signal }) => {
      const [version, health] = await Promise.all([
        client.system.version({}, { signal }),
        client.system.health({ query: { ready: true } }, { signal }).then(
          () => ({ isReady: true }) as const,
          (error: unknown) => ({ isReady: false, error }) as const,
        ),
      ]);
      return { version, health };
    },
  });
}
