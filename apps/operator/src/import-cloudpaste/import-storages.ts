import { createReplicaVersions } from '@satchel/server/cache/replica-versions';
import { readCacheVersions } from '@satchel/server/database/cache-versions';
import { AppError } from '@satchel/server/errors';
import { createMountRepository } from '@satchel/server/features/mounts/repository';
import { createMountService, type Mount } from '@satchel/server/features/mounts/service';
import { FIRST_MOUNT } from '@satchel/server/features/storage-configs/embedded-config';
import {
  createStorageConfigRepository,
  EMBEDDED_CONFIG_ID,
  type StorageConfig,
} from '@satchel/server/features/storage-configs/repository';
import { locationOf } from '@satchel/server/features/storage-configs/storage-access';
import type { CloudPasteRow } from './cloudpaste-database.ts';
import type { ImportContext } from './import-context.ts';

const PRIVATE_RIGHTS_HINT = 'enter its secret key anew on its page';

/** @returns every storage that files and mounts may refer to, in a dry run those it would create */
export async function importStorages(
  context: ImportContext,
): Promise<ReadonlyMap<string, StorageConfig>> {
  const { source, database, report, isDry } = context;
  const repository = createStorageConfigRepository(database.prisma);
  const before = await repository.list();
  const all = new Map<string, StorageConfig>(before.map((config) => [config.id, config]));
  const isFirst = before.every(({ id }) => id === EMBEDDED_CONFIG_ID);
  for (const row of source.rows('s3_configs', (reason) => report.problem('storages', reason))) {
    if (all.has(row.id)) {
      report.known('storages');
      continue;
    }
    const config = configOf(context, row);
    if (!isDry) {
      await repository.create(config);
      // Takes over CloudPaste's default storage if none was chosen here.
      if (row.is_default && isFirst) await repository.setDefault(config.id);
    }
    all.set(config.id, config);
    report.imported('storages');
  }
  return all;
}

function configOf(
  { secretKey, report, admin, now }: ImportContext,
  row: CloudPasteRow<'s3_configs'>,
): StorageConfig {
  const accessKeyId = opened(row.access_key_id);
  const secret = opened(row.secret_access_key);
  if (accessKeyId === undefined || secret === undefined) {
    report.problem('storages', `${row.name}: its keys cannot be read; ${PRIVATE_RIGHTS_HINT}`);
  }
  return {
    id: row.id,
    name: row.name,
    providerType: row.provider_type,
    isEmbedded: false,
    endpointUrl: row.endpoint_url,
    publicEndpointUrl: null,
    bucketName: row.bucket_name,
    region: row.region ?? '',
    accessKeyId: accessKeyId ?? '',
    secretAccessKeyEncrypted: secretKey.encrypt(secret ?? ''),
    pathStyle: row.path_style,
    defaultFolder: row.default_folder ?? '',
    customHost: row.custom_host,
    isPublic: row.is_public,
    isDefault: false,
    totalStorageBytes: row.total_storage_bytes === null ? null : BigInt(row.total_storage_bytes),
    signatureExpiresIn: row.signature_expires_in ?? 3600,
    signsContentLength: false,
    conditionalCalls: '',
    adminId: admin.id,
    lastUsedAt: null,
    createdAt: row.created_at,
    updatedAt: now,
  };
}

/** Decodes values that CloudPaste calls encrypted: base64 after a checksum (CONTRACT F5). */
function opened(value: string): string | undefined {
  const [, sealed] = /^encrypted:[^:]*:(.+)$/.exec(value) ?? [];
  if (sealed === undefined) return value.startsWith('encrypted:') ? undefined : value;
  const text = Buffer.from(sealed, 'base64').toString('utf8');
  return /^[\x20-\x7e]+$/.test(text) ? text : undefined;
}

export async function importMounts(
  context: ImportContext,
  storages: ReadonlyMap<string, StorageConfig>,
): Promise<void> {
  const { source, database, objectStores, secretKey, report, isDry, admin, now } = context;
  const clock = { now: () => now };
  const mounts = createMountService({
    repository: createMountRepository(database.prisma),
    storageConfigs: {
      find: async (id) => {
        const config = storages.get(id);
        return config && { config, store: objectStores.of(locationOf(config, secretKey)) };
      },
      list: async () => [...storages.values()],
    },
    listMemory: {
      changes: database.changes,
      versions: createReplicaVersions(() => readCacheVersions(database.prisma), clock),
    },
    endUploads: async () => undefined,
    clock,
    onError: (error) => report.problem('mounts', String(error)),
  });
  const existing = await mounts.list();
  const paths = new Set(existing.map(({ mountPath }) => mountPath));
  let unused = existing.find(isUnusedFirstMount);
  for (const row of source.rows('storage_mounts', (reason) => report.problem('mounts', reason))) {
    const { id, username: name } = admin;
    if (unused?.mountPath === row.mount_path && storages.has(row.storage_config_id)) {
      paths.delete(row.mount_path);
      if (!isDry) await mounts.remove(unused.id);
      unused = undefined;
    }
    if (paths.has(row.mount_path)) report.known('mounts');
    else if (!storages.has(row.storage_config_id)) {
      report.problem('mounts', `${row.mount_path}: its storage is not there`);
    } else if (isDry) report.imported('mounts');
    else {
      try {
        await mounts.create({ kind: 'admin', id, name }, inputOf(row));
        report.imported('mounts');
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        report.problem('mounts', `${row.mount_path}: ${error.code}`);
      }
    }
    paths.add(row.mount_path);
  }
}

/** True for the mount of a fresh installation, which makes room for one that is imported. */
function isUnusedFirstMount({ mountPath, createdBy, lastUsedAt }: Mount): boolean {
  const isFirst = mountPath === FIRST_MOUNT.mountPath && createdBy === FIRST_MOUNT.createdBy;
  return isFirst && lastUsedAt === null;
}

function inputOf(row: CloudPasteRow<'storage_mounts'>) {
  return {
    ...row,
    sort_order: row.sort_order ?? 0,
    cache_ttl: row.cache_ttl ?? 300,
    webdav_policy: row.webdav_policy ?? 'native_proxy',
    sign_expires: row.sign_expires ?? null,
  };
}
