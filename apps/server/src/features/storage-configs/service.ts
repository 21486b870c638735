import type { Language } from '@satchel/api-client/messages';
import type { ListMemory } from '#cache/remembered-list.ts';
import { createUseNotes } from '#cache/use-notes.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { EndUploads } from '#ledger/ledger-sweep.ts';
import {
  explainStorageError,
  type StorageProblem,
} from '#object-store/diagnosis/storage-failure.ts';
import type { ObjectStores } from '#object-store/object-stores.ts';
import { randomId } from '#security/random.ts';
import type { SecretKey } from '#security/secret-key.ts';
import { createProbeKey, testBucket } from './bucket-test.ts';
import type { BucketTest, BucketTestResult } from './check-context.ts';
import {
  assertEmbeddedStays,
  changesOf,
  columnsOf,
  type StorageConfigInput,
  type StorageConfigUpdate,
} from './config-fields.ts';
import { type ConfigMemory, createConfigMemory, usableConfigs } from './config-memory.ts';
import { type EmbeddedCredentials, ensureEmbedded } from './embedded-config.ts';
import { comparesSignedLength } from './length-check.ts';
import {
  EMBEDDED_CONFIG_ID,
  type StorageConfig,
  type StorageConfigRepository,
} from './repository.ts';
import { createStorageAccess, locationOf } from './storage-access.ts';

export type { StorageConfig } from './repository.ts';
export type { Storage } from './storage-access.ts';

const TIMEOUT_MS = 10_000;

/** Caller of a test and the page that it comes from. */
export interface TestRequest {
  readonly origin: string;
  /** Origin from which a page reads stored content. */
  readonly contentOrigin: string;
  readonly language: Language;
  readonly signal: AbortSignal;
}

export type StorageConfigService = ReturnType<typeof createStorageConfigService>;

export interface StorageConfigDependencies {
  readonly repository: StorageConfigRepository;
  readonly endUploads: EndUploads;
  readonly objectStores: ObjectStores;
  readonly secretKey: SecretKey;
  readonly listMemory: ListMemory;
  /**
   * False if this process has no embedded store; its row, which another process may have added, is then
   * ignored.
   */
  readonly hasEmbeddedStore: boolean;
  /** Origins of pages that may call the API, besides the server's own. */
  readonly corsOrigins: readonly string[];
  readonly corsHeaders: readonly string[];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createStorageConfigService(dependencies: StorageConfigDependencies) {
  const { repository, hasEmbeddedStore, listMemory } = dependencies;
  const memory = createConfigMemory(repository, hasEmbeddedStore, listMemory);
  const uses = createUseNotes({ ...dependencies, write: repository.touch });
  return {
    ...createStorageAccess({
      ...dependencies,
      list: memory.list,
      find: memory.find,
      noteUse: uses.note,
    }),
    /** Time of the last use of a config, as far as this process knows. */
    lastUsedAt: uses.lastUsedAt,
    ...createManagement(dependencies, memory),
    ...createTrials(dependencies, memory),
    /** True if pages exchange files with a storage without https. */
    isHttpUsed: memory.isHttpUsed,
  };
}

function createManagement(dependencies: StorageConfigDependencies, memory: ConfigMemory) {
  const { repository, secretKey, endUploads, clock } = dependencies;
  return {
    /** Adds the row of the embedded store on the first start, and corrects its credentials later. */
    async ensureEmbedded(credentials: EmbeddedCredentials) {
      await ensureEmbedded(dependencies, credentials);
      memory.drop();
    },
    /** True if there is a row of the embedded store, even if the store is off. */
    knowsEmbedded: async () => (await repository.find(EMBEDDED_CONFIG_ID)) !== undefined,
    /** @param onceId id for a call that may be repeated: an existing config with this id is returned */
    async create(
      adminId: string,
      input: StorageConfigInput,
      onceId?: string,
    ): Promise<StorageConfig> {
      const made = onceId === undefined ? undefined : await repository.find(onceId);
      if (made) return made;
      const now = clock.now();
      const config = {
        ...columnsOf(input, secretKey),
        id: onceId ?? randomId(),
        isEmbedded: false,
        isDefault: false,
        adminId,
        lastUsedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      await repository.create(config);
      memory.drop();
      // Reads it again, because the first config becomes the default.
      return (await memory.find(config.id)) ?? config;
    },
    async update(id: string, update: StorageConfigUpdate) {
      const current = await read(dependencies, id);
      const changes = changesOf(current, update, secretKey);
      assertEmbeddedStays(current, changes);
      const isFound = await repository.update(id, { ...changes, updatedAt: clock.now() });
      if (!isFound) throw new AppError('storage.not_found');
      memory.drop();
    },
    /** @throws {AppError} `storage.in_use` if a mount or a file share uses it, or `storage.embedded_fixed` */
    async remove(id: string) {
      const { isEmbedded } = await read(dependencies, id);
      // Refuses before it ends uploads, because a refused deletion changes nothing.
      const use = await repository.countUse(id);
      if (use.mounts + use.fileShares > 0) throw new AppError('storage.in_use', { details: use });
      if (isEmbedded) throw new AppError('storage.embedded_fixed');
      // Ends uploads first, while their parts can still be reached.
      await endUploads({ storageConfigId: id });
      const result = await repository.remove(id);
      if (result === 'unknown') throw new AppError('storage.not_found');
      if (result !== 'removed') throw new AppError('storage.in_use', { details: { ...result } });
      memory.drop();
    },
    async setDefault(id: string) {
      await read(dependencies, id);
      if (!(await repository.setDefault(id))) throw new AppError('storage.not_found');
      memory.drop();
    },
  };
}

/** Calls that test a storage with the stored config, bypassing caches. */
function createTrials(dependencies: StorageConfigDependencies, memory: Pick<ConfigMemory, 'drop'>) {
  const { repository, objectStores, secretKey, clock } = dependencies;
  /** Tests and stores whether URLs can sign a length, and which calls take conditions. */
  const learn = async (bucketTest: BucketTest) => {
    const { id, isEmbedded, ...before } = bucketTest.config;
    if (isEmbedded) return { conditionalWrites: true };
    const limit = AbortSignal.any([bucketTest.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const calls = await bucketTest.probe.findConditionalCalls(createProbeKey(), limit);
    const signsContentLength = await comparesSignedLength(bucketTest, createProbeKey());
    const conditionalCalls = calls.join(',');
    const isKnown =
      signsContentLength === before.signsContentLength &&
      conditionalCalls === before.conditionalCalls;
    if (!isKnown) {
      const learned = { signsContentLength, conditionalCalls, updatedAt: clock.now() };
      // The config may have got another bucket during the test, of which nothing is known.
      const { endpointUrl, bucketName } = before;
      await repository.update(id, learned, { endpointUrl, bucketName });
      memory.drop();
    }
    return { conditionalWrites: calls.includes('put') && calls.includes('complete') };
  };
  return {
    async test(id: string, request: TestRequest): Promise<BucketTestResult> {
      const config = await read(dependencies, id);
      const location = locationOf(config, secretKey);
      const probe = objectStores.probe(location);
      const store = objectStores.of(location);
      const now = () => clock.now();
      const bucketTest = { ...request, config, store, probe, now, timeoutMs: TIMEOUT_MS };
      try {
        const { success, result } = await testBucket(bucketTest);
        const learned = result.write.success
          ? await learn(bucketTest)
          : { conditionalWrites: false };
        return { success, result: { ...result, ...learned } };
      } finally {
        probe.close();
      }
    },
    /**
     * Allows pages of the server's own and the configured origins to use the bucket; returns these
     * origins.
     */
    async applyCors(id: string, { origin, signal }: Pick<TestRequest, 'origin' | 'signal'>) {
      const probe = objectStores.probe(locationOf(await read(dependencies, id), secretKey));
      const origins = [...new Set([origin, ...dependencies.corsOrigins])];
      const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      try {
        await probe.allowOrigins(origins, dependencies.corsHeaders, limit);
        return origins;
      } catch (cause) {
        throw corsErrorOf(cause);
      } finally {
        probe.close();
      }
    },
    /**
     * Reads the default config from the database and lists its bucket, if any; throws the original
     * errors.
     */
    async probeDefault(signal: AbortSignal) {
      const [config] = usableConfigs(await repository.list(), dependencies.hasEmbeddedStore);
      // The database has answered. Without a config there is no storage to test yet.
      if (!config) return;
      const probe = objectStores.probe(locationOf(config, secretKey));
      // Lists, because a missing object would not reveal a missing bucket.
      await probe.list('', signal).finally(() => probe.close());
    },
  };
}

async function read(
  { repository, hasEmbeddedStore }: StorageConfigDependencies,
  id: string,
): Promise<StorageConfig> {
  const config = await repository.find(id);
  if (!config || (config.isEmbedded && !hasEmbeddedStore)) throw new AppError('storage.not_found');
  return config;
}

const UNREACHED: readonly StorageProblem[] = ['unreachable', 'no_name', 'tls', 'no_tls'];

function corsErrorOf(cause: unknown): AppError {
  const { problem, code } = explainStorageError(cause);
  if (problem === 'timeout') return new AppError('storage.timeout', { cause });
  if (UNREACHED.includes(problem)) {
    return new AppError('storage.unavailable', { cause });
  }
  return new AppError('storage.cors_refused', { cause, details: { problem: code } });
}
