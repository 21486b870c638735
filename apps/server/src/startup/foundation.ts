import type { Clock } from '#clock';
import { createBufferBudget } from '#concurrency/buffer-budget.ts';
import type { Config } from '#config';
import { openDatabase } from '#database';
import { createSecretKey, readOrCreateSecret } from '#security/secret-key.ts';
import { openDataDirectory } from './data-directory.ts';
import { claimEmbeddedStore, embeddedCredentials, openEmbeddedStore } from './embedded-store.ts';
import { finishRestore } from './prepared-restore.ts';

export type Foundation = Awaited<ReturnType<typeof openFoundation>>;

/**
 * Opens the foundation of all services in order: data folder, secret key, database, embedded store. If
 * one fails, the opened ones are closed again.
 *
 * @throws {StartError} with the problem that the operator must fix
 */
export async function openFoundation(
  config: Config,
  clock: Clock,
  onError: (error: unknown) => void,
) {
  const { dataDirectory, databaseUrl, databasePool, hasEmbeddedStore } = config;
  await using opened = new AsyncDisposableStack();
  opened.use(await openDataDirectory(dataDirectory, onError));
  await finishRestore(config);
  const secretKey = createSecretKey(config.secretKey ?? (await readOrCreateSecret(dataDirectory)));
  // With SQLite the database is in the same folder as the objects.
  const isShared = databaseUrl !== undefined && hasEmbeddedStore;
  const claims = isShared ? [await claimEmbeddedStore(dataDirectory)] : [];
  const location = { dataDirectory, databaseUrl, databasePool, onError };
  const database = await openDatabase({ ...location, secretKey, claims, clock });
  opened.defer(database.close);
  const credentials = embeddedCredentials(config, secretKey);
  const store = hasEmbeddedStore
    ? await openEmbeddedStore(config, credentials, clock, onError)
    : undefined;
  opened.defer(async () => store?.close());
  const kept = opened.move();
  return {
    secretKey,
    database,
    buffers: createBufferBudget(config.bufferBytes),
    /** Undefined if it is off. */
    embedded: store && { store, credentials },
    close: () => kept.disposeAsync(),
  };
}
