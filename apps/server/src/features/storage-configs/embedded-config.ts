import type { Clock } from '#clock';
import { randomId } from '#security/random.ts';
import type { SecretKey } from '#security/secret-key.ts';
import { EMBEDDED_ENDPOINT } from './config-fields.ts';
import {
  EMBEDDED_CONFIG_ID,
  type FirstMount,
  type StorageConfig,
  type StorageConfigRepository,
} from './repository.ts';

/** Bucket that the embedded store has from the first start. */
export const EMBEDDED_BUCKET = 'satchel';

/** Mount in which a fresh installation shows the files of the embedded store. */
export const FIRST_MOUNT = { name: 'Files', mountPath: '/files', createdBy: 'system' } as const;

export interface EmbeddedCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Adds the embedded store's row on the first start, and on a fresh installation a mount of it, so that files
 * can be stored at once; later starts only correct its credentials. A mount that was deleted stays away.
 */
export async function ensureEmbedded(
  {
    repository,
    secretKey,
    clock,
  }: {
    readonly repository: StorageConfigRepository;
    readonly secretKey: SecretKey;
    readonly clock: Clock;
  },
  { accessKeyId, secretAccessKey }: EmbeddedCredentials,
): Promise<void> {
  const existing = await repository.find(EMBEDDED_CONFIG_ID);
  const isRight =
    existing?.accessKeyId === accessKeyId &&
    decryptOrNothing(secretKey, existing) === secretAccessKey;
  if (isRight) return;
  const secretAccessKeyEncrypted = secretKey.encrypt(secretAccessKey);
  const updatedAt = clock.now();
  if (existing) {
    const credentials = { accessKeyId, secretAccessKeyEncrypted, updatedAt };
    await repository.update(EMBEDDED_CONFIG_ID, credentials);
  } else {
    const others = await repository.list();
    const config = embeddedConfig(accessKeyId, secretAccessKeyEncrypted, updatedAt);
    // Becomes the default unless another config is, such as after the embedded store was off.
    const isDefault = !others.some((other) => other.isDefault);
    const mount = others.length === 0 ? firstMount(updatedAt) : undefined;
    await repository.create({ ...config, isDefault }, mount);
  }
}

function firstMount(now: Date): FirstMount {
  return { id: randomId(), ...FIRST_MOUNT, createdAt: now, updatedAt: now };
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
    endpointUrl: EMBEDDED_ENDPOINT,
    publicEndpointUrl: null,
    bucketName: EMBEDDED_BUCKET,
    region: 'us-east-1',
    accessKeyId,
    secretAccessKeyEncrypted,
    pathStyle: true,
    defaultFolder: '',
    customHost: null,
    isPublic: true,
    isDefault: true,
    totalStorageBytes: null,
    signatureExpiresIn: 3600,
    signsContentLength: false,
    conditionalCalls: '',
    adminId: null,
    lastUsedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
