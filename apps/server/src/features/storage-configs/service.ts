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
import { createStorageAccess, locationOf, type StorageAccess } from './storage-access.ts';

export type { StorageConfig } from './repository.ts';
export type { Storage } from './storage-access.ts';

const TIMEOUT_MS = 10_000;

/** Caller of a test and the page that it comes from. */
export interface TestRequest {
  readonly origin: string;
  /** From where a page reads what it has stored. */
  readonly contentOrigin: string;
  readonly language: Language;
  readonly signal: AbortSignal;
}

export interface StorageConfigService extends StorageAccess {
  /** Adds the row of the embedded store on the first start, and keeps its credentials right. */
  ensureEmbedded(credentials: EmbeddedCredentials): Promise<void>;
  /** Whether there is such a row, be the store on or off. */
  knowsEmbedded(): Promise<boolean>;
  create(adminId: string, input: StorageConfigInput): Promise<StorageConfig>;
  update(id: string, update: StorageConfigUpdate): Promise<void>;
  /** @throws {AppError} `storage.in_use` where a mount or a file share needs it */
  remove(id: string): Promise<void>;
  setDefault(id: string): Promise<void>;
  test(id: string, request: TestRequest): Promise<BucketTestResult>;
  /** Lets pages of the server's own and the configured origins use the bucket; returns them. */
  applyCors(
    id: string,
    request: Pick<TestRequest, 'origin' | 'signal'>,
  ): Promise<readonly string[]>;
  /** Asks the database for the default config and its bucket, if any, for a listing; throws what it met. */
  probeDefault(signal: AbortSignal): Promise<void>;
  /** When a config was last used, as far as this process knows. */
  lastUsedAt(config: StorageConfig): Date | null;
  /** Origins without https that pages exchange files with. */
  browserOrigins(): Promise<readonly string[]>;
}

export interface StorageConfigDependencies {
  readonly repository: StorageConfigRepository;
  readonly endUploads: EndUploads;
  readonly objectStores: ObjectStores;
  readonly secretKey: SecretKey;
  readonly listMemory: ListMemory;
  /** Else its row, which another process may have made, is as good as absent. */
  readonly hasEmbeddedStore: boolean;
  /** Origins of pages that may call the API, beside the server's own. */
  readonly corsOrigins: readonly string[];
  readonly corsHeaders: readonly string[];
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

export function createStorageConfigService(
  dependencies: StorageConfigDependencies,
): StorageConfigService {
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
    lastUsedAt: uses.lastUsedAt,
    ...createManagement(dependencies, memory),
    ...createTrials(dependencies, memory),
    browserOrigins: memory.browserOrigins,
  };
}

type Management = Pick<
  StorageConfigService,
  'ensureEmbedded' | 'knowsEmbedded' | 'create' | 'update' | 'remove' | 'setDefault'
>;

function createManagement(
  dependencies: StorageConfigDependencies,
  memory: ConfigMemory,
): Management {
  const { repository, secretKey, endUploads, clock } = dependencies;
  return {
    async ensureEmbedded(credentials) {
      await ensureEmbedded(dependencies, credentials);
      memory.drop();
    },
    knowsEmbedded: async () => (await repository.find(EMBEDDED_CONFIG_ID)) !== undefined,
    async create(adminId, input) {
      const now = clock.now();
      const config = {
        ...columnsOf(input, secretKey),
        id: randomId(),
        isEmbedded: false,
        isDefault: false,
        adminId,
        lastUsedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      await repository.create(config);
      memory.drop();
      // The first of all is the default.
      return (await memory.find(config.id)) ?? config;
    },
    async update(id, update) {
      const current = await read(dependencies, id);
      const changes = changesOf(current, update, secretKey);
      assertEmbeddedStays(current, changes);
      const isFound = await repository.update(id, { ...changes, updatedAt: clock.now() });
      if (!isFound) throw new AppError('storage.not_found');
      memory.drop();
    },
    async remove(id) {
      const { isEmbedded } = await read(dependencies, id);
      if (isEmbedded) throw new AppError('storage.embedded_fixed');
      // While its parts can still be reached.
      await endUploads({ storageConfigId: id });
      const result = await repository.remove(id);
      if (result === 'unknown') throw new AppError('storage.not_found');
      if (result !== 'removed') throw new AppError('storage.in_use', { details: { ...result } });
      memory.drop();
    },
    async setDefault(id) {
      await read(dependencies, id);
      if (!(await repository.setDefault(id))) throw new AppError('storage.not_found');
      memory.drop();
    },
  };
}

/** Calls that ask the storage itself with the stored config, bypassing caches. */
function createTrials(
  dependencies: StorageConfigDependencies,
  memory: Pick<ConfigMemory, 'drop'>,
): Pick<StorageConfigService, 'test' | 'applyCors' | 'probeDefault'> {
  const { repository, objectStores, secretKey, clock } = dependencies;
  /** Stores what URLs may demand of uploads from now on, and which calls take conditions. */
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
      await repository.update(id, learned);
      memory.drop();
    }
    return { conditionalWrites: calls.includes('put') && calls.includes('complete') };
  };
  return {
    async test(id, request) {
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
    async applyCors(id, { origin, signal }) {
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
    async probeDefault(signal) {
      const [config] = usableConfigs(await repository.list(), dependencies.hasEmbeddedStore);
      // The database has answered, and an administrator has yet to say where files go.
      if (!config) return;
      const probe = objectStores.probe(locationOf(config, secretKey));
      // An object that is absent would not tell a bucket that is, but a listing does.
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
