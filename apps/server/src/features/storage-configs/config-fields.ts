import type {
  createStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { STORAGE_PRESETS } from '@satchel/api-client/contract/storage-presets';
import { normalizePath } from '@satchel/permissions';
import type { z } from 'zod';
import { AppError } from '#errors';
import type { SecretKey } from '#security/secret-key.ts';
import type { StorageConfig, StorageConfigChanges } from './repository.ts';

const DEFAULT_SIGNATURE_SECONDS = 3600;
const SHOWN_CHARACTERS = 4;
const SHORTEST_PARTLY_SHOWN = 12;

/** Address of the embedded store in its row and in replies. */
export const EMBEDDED_ENDPOINT = '/s3';

export type StorageConfigInput = z.output<NonNullable<typeof createStorageConfig.body>>;
export type StorageConfigUpdate = z.output<NonNullable<typeof updateStorageConfig.body>>;

/** Masks a key id: enough remains to recognize it, too little to use it. */
export function maskKeyId(keyId: string): string {
  const end = keyId.length < SHORTEST_PARTLY_SHOWN ? '' : keyId.slice(-SHOWN_CHARACTERS);
  return `${keyId.slice(0, Math.min(SHOWN_CHARACTERS, keyId.length >> 1))}****${end}`;
}

/** Columns of a new config, except those that the server sets. */
export function columnsOf(input: StorageConfigInput, secretKey: SecretKey) {
  const preset = STORAGE_PRESETS.find((known) => known.provider_type === input.provider_type);
  return {
    name: input.name,
    providerType: input.provider_type,
    endpointUrl: toStoredEndpoint(input.endpoint_url),
    publicEndpointUrl: input.public_endpoint_url || null,
    bucketName: input.bucket_name,
    region: input.region ?? '',
    accessKeyId: input.access_key_id,
    secretAccessKeyEncrypted: secretKey.encrypt(input.secret_access_key),
    pathStyle: input.path_style ?? preset?.path_style ?? true,
    defaultFolder: toStoredFolder(input.default_folder),
    customHost: input.custom_host || null,
    isPublic: input.is_public ?? false,
    totalStorageBytes: toStoredCapacity(input.total_storage_bytes),
    signatureExpiresIn: input.signature_expires_in ?? DEFAULT_SIGNATURE_SECONDS,
    signsContentLength: false,
    conditionalCalls: '',
  };
}

/**
 * Columns that an update changes. Empty credentials, and masked ones as the API returned them, change
 * nothing (CONTRACT A5).
 */
export function changesOf(
  current: StorageConfig,
  update: StorageConfigUpdate,
  secretKey: SecretKey,
): StorageConfigChanges {
  const { access_key_id: keyId, secret_access_key: secret } = update;
  const endpoint = update.endpoint_url;
  const changes: Record<keyof StorageConfigChanges, unknown> = {
    name: update.name,
    providerType: update.provider_type,
    endpointUrl: endpoint && (current.isEmbedded ? endpoint : toStoredEndpoint(endpoint)),
    publicEndpointUrl: nullWhereEmpty(update.public_endpoint_url),
    bucketName: update.bucket_name,
    region: update.region === null ? '' : update.region,
    accessKeyId: keyId && keyId !== maskKeyId(current.accessKeyId) ? keyId : undefined,
    secretAccessKeyEncrypted: secret ? secretKey.encrypt(secret) : undefined,
    pathStyle: update.path_style,
    defaultFolder:
      update.default_folder === undefined ? undefined : toStoredFolder(update.default_folder),
    customHost: nullWhereEmpty(update.custom_host),
    isPublic: update.is_public,
    totalStorageBytes:
      update.total_storage_bytes === undefined
        ? undefined
        : toStoredCapacity(update.total_storage_bytes),
    signatureExpiresIn:
      update.signature_expires_in === null
        ? DEFAULT_SIGNATURE_SECONDS
        : update.signature_expires_in,
    // Test results hold only for the storage that was tested.
    signsContentLength: isElsewhere(current, update) ? false : undefined,
    conditionalCalls: isElsewhere(current, update) ? '' : undefined,
    adminId: undefined,
    lastUsedAt: undefined,
    updatedAt: undefined,
  };
  const present = Object.entries(changes).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as StorageConfigChanges;
}

/** Fields of the embedded store that an administrator may change; the server sets the rest. */
const EMBEDDED_CHANGEABLE: ReadonlySet<string> = new Set<keyof StorageConfigChanges>([
  'name',
  'isPublic',
  'defaultFolder',
  'totalStorageBytes',
  'signatureExpiresIn',
]);

/** @throws {AppError} `storage.embedded_fixed` */
export function assertEmbeddedStays(current: StorageConfig, changes: StorageConfigChanges): void {
  if (!current.isEmbedded) return;
  for (const [column, value] of Object.entries(changes)) {
    const isSame = current[column as keyof StorageConfigChanges] === value;
    if (!isSame && !EMBEDDED_CHANGEABLE.has(column)) throw new AppError('storage.embedded_fixed');
  }
}

function isElsewhere(current: StorageConfig, { endpoint_url, bucket_name }: StorageConfigUpdate) {
  return (
    (endpoint_url !== undefined && endpoint_url !== current.endpointUrl) ||
    (bucket_name !== undefined && bucket_name !== current.bucketName)
  );
}

/** CONTRACT A6: absent, null and 0 mean that there is no limit. */
function toStoredCapacity(bytes: number | null | undefined): bigint | null {
  return bytes ? BigInt(bytes) : null;
}

function toStoredEndpoint(endpoint: string): string {
  if (endpoint === EMBEDDED_ENDPOINT) throw new AppError('storage.endpoint_invalid');
  return endpoint;
}

function toStoredFolder(folder: string | null | undefined): string {
  const normalized = normalizePath(folder ?? '');
  if (!normalized.ok) throw new AppError('storage.folder_invalid');
  return normalized.path.slice(1);
}

function nullWhereEmpty(text: string | null | undefined): string | null | undefined {
  return text === '' ? null : text;
}
