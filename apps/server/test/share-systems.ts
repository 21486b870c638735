import { setDefaultStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { DATABASES, type DatabaseName, startServer, type TestServer } from './start-server.ts';
import { type StoreName, SYSTEMS, startSystem } from './storages.ts';

type ShareSystem = readonly [DatabaseName, 'embedded' | StoreName];

/**
 * Systems on which file shares are tested: one database with the embedded store, the other with an external
 * storage. No code depends on both, so all four combinations would take twice as long and find nothing more.
 */
export const SHARE_SYSTEMS: readonly ShareSystem[] = [
  [DATABASES[0] ?? 'sqlite', 'embedded'],
  ...SYSTEMS.slice(-1),
];

/** Server whose default storage is the system's. */
export async function startShareServer(
  [database, store]: ShareSystem,
  env: Readonly<Record<string, string>> = {},
  outgoing: Parameters<typeof startServer>[2] = {},
): Promise<TestServer> {
  if (store === 'embedded') return startServer(database, env, outgoing);
  const { server, storage, close } = await startSystem([database, store], env, outgoing);
  // Removes the limit of the embedded store.
  await server.prisma.storageConfig.updateMany({ data: { totalStorageBytes: null } });
  await server.api.call(setDefaultStorageConfig, { params: { id: storage.configId } });
  return { ...server, close };
}
