import { setDefaultStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { DATABASES, type DatabaseName, startServer, type TestServer } from './start-server.ts';
import { type StoreName, SYSTEMS, startSystem } from './storages.ts';

type ShareSystem = readonly [DatabaseName, 'embedded' | StoreName];

/** Where file shares are tried: every database with the embedded store, and with one elsewhere. */
export const SHARE_SYSTEMS: readonly ShareSystem[] = [
  ...DATABASES.map((database) => [database, 'embedded'] as const),
  ...SYSTEMS,
];

/** A server whose default storage is the one that the system names. */
export async function startShareServer(
  [database, store]: ShareSystem,
  env: Readonly<Record<string, string>> = {},
  outgoing: Parameters<typeof startServer>[2] = {},
): Promise<TestServer> {
  if (store === 'embedded') return startServer(database, env, outgoing);
  const { server, storage, close } = await startSystem([database, store], env, outgoing);
  // As much as the embedded store may hold.
  await server.prisma.storageConfig.updateMany({ data: { totalStorageBytes: null } });
  await server.api.call(setDefaultStorageConfig, { params: { id: storage.configId } });
  return { ...server, close };
}
