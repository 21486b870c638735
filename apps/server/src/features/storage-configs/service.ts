import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ObjectStore } from '#object-store';
import type { ObjectStores } from '#object-store/object-stores.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { StorageConfig, StorageConfigRepository } from './repository.ts';

/** The embedded store's row, and the bucket that it has from the first start. */
export const EMBEDDED_CONFIG_ID = 'embedded';
export const EMBEDDED_BUCKET = 'satchel';

const MEMORY_MS = 2000;

/** A storage config and its open bucket. */
export interface Storage {
  readonly config: StorageConfig;
  readonly store: ObjectStore;
}

export interface StorageConfigService {
  /** Adds the row of the embedded store on the first start, and keeps its credentials right. */
  ensureEmbedded(credentials: { accessKeyId: string; secretAccessKey: string }): Promise<void>;
  find(id: string): Promise<Storage | undefined>;
  findDefault(): Promise<Storage>;
  /**
   * Where a caller's upload goes (CONTRACT A5): the config it names or the default; a key only
   * reaches public ones.
   */
  findForUpload(caller: AuthenticatedCaller, id: string | null | undefined): Promise<Storage>;
}

export interface StorageConfigDependencies {
  readonly repository: StorageConfigRepository;
  readonly objectStores: ObjectStores;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
}

export function createStorageConfigService({
  repository,
  objectStores,
  secretKey,
  clock,
}: StorageConfigDependencies): StorageConfigService {
  let memory: { readonly configs: readonly StorageConfig[]; readonly until: number } | undefined;

  const list = async () => {
    const now = clock.now().getTime();
    if (!memory || memory.until <= now) {
      memory = { configs: await repository.list(), until: now + MEMORY_MS };
    }
    return memory.configs;
  };

  const open = (config: StorageConfig): Storage => ({
    config,
    store: objectStores.of({
      version: `${config.id}@${config.updatedAt.getTime()}`,
      isEmbedded: config.isEmbedded,
      endpointUrl: config.endpointUrl,
      publicEndpointUrl: config.publicEndpointUrl ?? undefined,
      region: config.region,
      bucket: config.bucketName,
      accessKeyId: config.accessKeyId,
      secretAccessKey: secretKey.decrypt(config.secretAccessKeyEncrypted),
      pathStyle: config.pathStyle,
    }),
  });

  return {
    async ensureEmbedded({ accessKeyId, secretAccessKey }) {
      const now = clock.now();
      const existing = await repository.find(EMBEDDED_CONFIG_ID);
      if (!existing) {
        const secretAccessKeyEncrypted = secretKey.encrypt(secretAccessKey);
        await repository.create(embeddedConfig(accessKeyId, secretAccessKeyEncrypted, now));
      } else if (
        existing.accessKeyId !== accessKeyId ||
        decryptOrNothing(secretKey, existing) !== secretAccessKey
      ) {
        const secretAccessKeyEncrypted = secretKey.encrypt(secretAccessKey);
        const credentials = { accessKeyId, secretAccessKeyEncrypted, updatedAt: now };
        await repository.updateCredentials(EMBEDDED_CONFIG_ID, credentials);
      }
      memory = undefined;
    },
    async find(id) {
      const config = (await list()).find((candidate) => candidate.id === id);
      return config && open(config);
    },
    async findDefault() {
      const [config] = await list();
      if (!config) throw new AppError('file_shares.no_storage');
      return open(config);
    },
    async findForUpload(caller, id) {
      const configs = await list();
      const usable = configs.filter((config) => caller.kind === 'admin' || config.isPublic);
      const config = id ? usable.find((candidate) => candidate.id === id) : usable[0];
      if (!config) throw new AppError(id ? 'storage.not_found' : 'file_shares.no_storage');
      return open(config);
    },
  };
}

function decryptOrNothing(secretKey: SecretKey, config: StorageConfig): string | undefined {
  try {
    return secretKey.decrypt(config.secretAccessKeyEncrypted);
  } catch {
    return undefined;
  }
}

function embeddedConfig(
  accessKeyId: string,
  secretAccessKeyEncrypted: string,
  now: Date,
): StorageConfig {
  return {
    id: EMBEDDED_CONFIG_ID,
    name: 'Embedded storage',
    providerType: 'Embedded',
    isEmbedded: true,
    endpointUrl: '/s3',
    publicEndpointUrl: null,
    bucketName: EMBEDDED_BUCKET,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKeyEncrypted,
    pathStyle: true,
    defaultFolder: '',
    isPublic: true,
    isDefault: true,
    totalStorageBytes: null,
    signatureExpiresIn: 3600,
    createdAt: now,
    updatedAt: now,
  };
}
