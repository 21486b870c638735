import { client } from '#shared/api/client.ts';
import { privateQuery } from '#shared/api/private-query.ts';

/** Figures of the caches, and the memory of the server that answers. */
export const cacheStatsOptions = () =>
  privateQuery(['dashboard', 'caches'], (options) => client.dashboard.cacheStats({}, options));

/** Which server it is, and whether it can work: a server that cannot says why. */
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
