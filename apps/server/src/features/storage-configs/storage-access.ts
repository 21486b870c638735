import { AppError } from '#errors';
import type { ObjectStore, ObjectStoreLocation } from '#object-store';
import { CONDITIONAL_CALLS } from '#object-store/conditional-calls.ts';
import type { ObjectStores } from '#object-store/object-stores.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { ConfigMemory } from './config-memory.ts';
import type { StorageConfig } from './repository.ts';

/** Storage config and its open bucket. */
export interface Storage {
  readonly config: StorageConfig;
  readonly store: ObjectStore;
}

interface AccessDependencies {
  readonly objectStores: ObjectStores;
  readonly secretKey: SecretKey;
  /** All configs, the default first. */
  readonly list: ConfigMemory['list'];
  readonly find: ConfigMemory['find'];
  readonly noteUse: (config: StorageConfig) => void;
}

/** Finds storages and checks the caller's access to them. */
export function createStorageAccess({
  objectStores,
  secretKey,
  list,
  find,
  noteUse,
}: AccessDependencies) {
  // Caches opened storages by row object, because decrypting the secret in every call would cost time.
  const opened = new WeakMap<StorageConfig, Storage>();
  const open = (config: StorageConfig): Storage => {
    const before = opened.get(config);
    if (before) return before;
    const storage = { config, store: objectStores.of(locationOf(config, secretKey)) };
    opened.set(config, storage);
    return storage;
  };
  /** Configs that the caller may see, the default first; an API key sees the public ones. */
  const visibleTo = async (caller: AuthenticatedCaller) =>
    (await list()).filter((config) => caller.kind === 'admin' || config.isPublic);

  /**
   * Also finds the embedded storage while it is off. Calls of its store then fail with
   * `storage.unavailable`.
   */
  const findStorage = async (id: string) => {
    const config = await find(id);
    return config && open(config);
  };

  return {
    find: findStorage,
    /** All storages, for the server's own work. */
    listAll: async () => (await list()).map(open),
    /** @throws {AppError} `storage.not_found` */
    async findOrThrow(id: string): Promise<Storage> {
      const storage = await findStorage(id);
      if (!storage) throw new AppError('storage.not_found');
      return storage;
    },
    /**
     * Storage of a caller's upload (CONTRACT A5): the named config or the default; an API key reaches
     * only public ones.
     */
    async findForUpload(caller: AuthenticatedCaller, id: string | null | undefined) {
      const usable = await visibleTo(caller);
      const config = id ? usable.find((candidate) => candidate.id === id) : usable[0];
      if (!config) throw new AppError(id ? 'storage.not_found' : 'file_shares.no_storage');
      noteUse(config);
      return open(config);
    },
    list: visibleTo,
    /** @throws {AppError} `storage.not_found`, also for a config that an API key may not see */
    async get(caller: AuthenticatedCaller, id: string): Promise<StorageConfig> {
      const config = (await visibleTo(caller)).find((candidate) => candidate.id === id);
      if (!config) throw new AppError('storage.not_found');
      return config;
    },
  };
}

/** The embedded store honours conditions in every call; for other storages, a test has found out. */
function conditionalCallsOf({ isEmbedded, conditionalCalls }: StorageConfig) {
  const found = conditionalCalls.split(',');
  return new Set(CONDITIONAL_CALLS.filter((call) => isEmbedded || found.includes(call)));
}

export function locationOf(config: StorageConfig, secretKey: SecretKey): ObjectStoreLocation {
  const { endpointUrl, publicEndpointUrl, region, bucketName, accessKeyId, pathStyle } = config;
  const { secretAccessKeyEncrypted: secret } = config;
  return {
    configId: config.id,
    // All values that a client depends on, so that a new one is created exactly when one changes.
    version: [config.id, endpointUrl, publicEndpointUrl, region, bucketName, accessKeyId, secret]
      .concat(String(pathStyle), String(config.signsContentLength), config.conditionalCalls)
      .join('\n'),
    isEmbedded: config.isEmbedded,
    signsContentLength: config.signsContentLength,
    conditionalCalls: conditionalCallsOf(config),
    endpointUrl,
    publicEndpointUrl: publicEndpointUrl ?? undefined,
    region,
    bucket: bucketName,
    accessKeyId,
    secretAccessKey: secretKey.decrypt(secret),
    pathStyle,
  };
}
