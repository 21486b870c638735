import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { connectDatabase } from '@satchel/server/database';
import { testBucket } from '@satchel/server/features/storage-configs/bucket-test';
import {
  createStorageConfigRepository,
  type StorageConfig,
} from '@satchel/server/features/storage-configs/repository';
import { locationOf } from '@satchel/server/features/storage-configs/storage-access';
import { createBucketWatch } from '@satchel/server/object-store/bucket-watch';
import { createObjectStores, type ObjectStores } from '@satchel/server/object-store/object-stores';
import type { SecretKey } from '@satchel/server/security/secret-key';
import { advice, type Check, ok, problem, reasonOf } from './check.ts';

const TIMEOUT_MS = 10_000;

interface Checked {
  readonly config: Config;
  readonly secretKey: SecretKey;
  /** Origin of the pages that upload. */
  readonly origin: string;
  readonly signal: AbortSignal;
}

/** Runs the storage test of the admin panel: reading, writing, clock, CORS, upload from a browser. */
export async function checkStorages(checked: Checked): Promise<readonly Check[]> {
  const { config } = checked;
  const onError = () => undefined;
  const database = await connectDatabase({ ...config, onError });
  const stores = createObjectStores(undefined, createBucketWatch(onError), systemClock);
  try {
    const all = await createStorageConfigRepository(database.prisma).list();
    const checks: Check[] = [];
    for (const storage of all) checks.push(...(await checkOne(checked, storage, stores)));
    if (!all.some((storage) => !storage.isEmbedded || config.hasEmbeddedStore)) {
      checks.push(
        advice(
          'storage',
          'There is none',
          'Add one in the administration, or set EMBEDDED_STORE=on.',
        ),
      );
    }
    return checks;
  } finally {
    stores.close();
    await database.close();
  }
}

async function checkOne(
  { secretKey, origin, signal, config }: Checked,
  storage: StorageConfig,
  stores: ObjectStores,
): Promise<readonly Check[]> {
  const name = `storage ${storage.name}`;
  if (storage.isEmbedded) {
    if (config.hasEmbeddedStore) return [];
    return [
      advice(
        name,
        'It is off here, but the database knows of one',
        'Set EMBEDDED_STORE=on where its DATA_DIR is.',
      ),
    ];
  }
  try {
    const location = locationOf(storage, secretKey);
    const probe = stores.probe(location);
    const test = {
      config: storage,
      store: stores.of(location),
      probe,
      origin,
      contentOrigin: config.contentUrl ?? origin,
    };
    const { success, result } = await testBucket({
      ...test,
      language: 'en',
      signal,
      timeoutMs: TIMEOUT_MS,
      now: () => systemClock.now(),
    }).finally(() => probe.close());
    if (success) return [ok(name, result.globalNote)];
    const { connectionInfo: _, globalNote: __, ...parts } = result;
    return Object.values(parts).flatMap((part) =>
      part.success ? [] : [problem(name, part.error ?? 'It does not work', part.note)],
    );
  } catch (error) {
    return [problem(name, reasonOf(error), 'Test it on its page in the administration.')];
  }
}
