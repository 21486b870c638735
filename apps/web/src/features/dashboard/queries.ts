import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

/** Statistics of the caches, and the memory use of the server. */
export const cacheStatsOptions = () =>
  privateQuery(['dashboard', 'caches'], (options) => client.dashboard.cacheStats({}, options));

/** Version and health of the server. A server that is not ready reports its problems. */
export const serverOptions = () =>
  privateQuery(['dashboard', 'server'], async (options) => {
    const [version, health] = await Promise.all([
      client.system.version({}, options),
      client.system.health({ query: { ready: true } }, options).then(
        () => ({ isReady: true }) as const,
        (error: unknown) => ({ isReady: false, error }) as const,
      ),
    ]);
    return { version, health };
  });
