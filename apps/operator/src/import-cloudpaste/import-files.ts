import { createHash } from 'node:crypto';
import { nameWithSuffix, storedFileName } from '@satchel/api-client/contract/item-path';
import { createFileShareRepository } from '@satchel/server/features/file-shares/repository';
import type { StorageConfig } from '@satchel/server/features/storage-configs/repository';
import { locationOf } from '@satchel/server/features/storage-configs/storage-access';
import type { ObjectStore } from '@satchel/server/object-store';
import { SHARES_PREFIX } from '@satchel/server/object-store/reserved-keys';
import { withSlug } from '@satchel/server/share-rules/slug';
import type { CloudPasteRow } from './cloudpaste-database.ts';
import { type ImportContext, isOver, ownerOf, passwordHashOf, slugHere } from './import-context.ts';

const SUFFIX_LENGTH = 6;

/** New location of a share's object. */
interface Placed {
  readonly key: string;
  readonly etag: string;
  readonly size: number;
}

export async function importFiles(
  context: ImportContext,
  storages: ReadonlyMap<string, StorageConfig>,
): Promise<void> {
  const { source, database, report, isDry, now, objectStores, secretKey } = context;
  const { fileShare } = database.prisma;
  const plain = new Map(
    [...source.rows('file_passwords')].map((row) => [row.file_id, row.plain_password]),
  );
  for (const row of source.rows('files', (reason) => report.problem('files', reason))) {
    const storage = storages.get(row.storage_config_id);
    if (await fileShare.findUnique({ where: { id: row.id }, select: { id: true } })) {
      report.known('files');
    } else if (isOver(row, now)) {
      report.problem('files', `${row.slug}: expired or used up`);
    } else if (!storage) {
      report.problem('files', `${row.slug}: its storage is not there`);
    } else {
      const store = objectStores.of(locationOf(storage, secretKey));
      const placed = await place(context, store, row).catch((error: unknown) => error);
      if (placed === undefined)
        report.problem('files', `${row.slug}: its object is not in the storage`);
      else if (!isPlaced(placed)) {
        report.problem(
          'files',
          `${row.slug}: its storage cannot be reached or refuses (${placed}); run the import again`,
        );
      } else {
        const isTaken = (await fileShare.count({ where: { slug: row.slug } })) > 0;
        const slug = slugHere(row.slug, isTaken);
        const hash = await passwordHashOf(
          context,
          'files',
          row.slug,
          row.password,
          plain.get(row.id),
        );
        if (!isDry) await create(context, row, placed, slug, hash);
        else if (slug === undefined)
          report.problem('files', `${row.slug}: this address is not free here`);
        report.imported('files');
      }
    }
  }
}

function isPlaced(value: unknown): value is Placed {
  return typeof value === 'object' && value !== null && 'key' in value && 'etag' in value;
}

/**
 * Lets the storage copy an object to a key outside of mounts (CONTRACT A6). A file that was shared in a
 * mount stays there. The key depends on the share alone, so that a repeated import finds its copy.
 */
async function place(
  { isDry, isInPlace, signal }: ImportContext,
  store: ObjectStore,
  { id, filename, file_path: filePath, storage_path: path }: CloudPasteRow<'files'>,
): Promise<Placed | undefined> {
  const original = await store.head(path, signal);
  if (!original) return undefined;
  const inPlace = { key: path, etag: original.etag, size: original.size };
  if (isDry || isInPlace || filePath !== null) return inPlace;
  const suffix = createHash('sha256').update(id).digest('hex').slice(0, SUFFIX_LENGTH);
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const key = `${SHARES_PREFIX}${folder}${nameWithSuffix(storedFileName(filename), `-${suffix}`)}`;
  const copied = await store.head(key, signal);
  if (copied?.size === original.size) return { key, etag: copied.etag, size: copied.size };
  const { etag, size } = await store.copy(path, key, { size: original.size, signal });
  return { key, etag, size };
}

async function create(
  context: ImportContext,
  row: CloudPasteRow<'files'>,
  { key, etag, size }: Placed,
  wanted: string | undefined,
  passwordHash: string | null,
): Promise<void> {
  const { database, report } = context;
  const repository = createFileShareRepository(database, {
    commitIn: () => Promise.reject(new Error('an import uploads nothing')),
  });
  await withSlug(wanted, async (slug) => {
    await repository.create({
      id: row.id,
      slug,
      filename: row.filename,
      storageConfigId: row.storage_config_id,
      storagePath: key,
      filePath: row.file_path,
      mimetype: row.mimetype ?? 'application/octet-stream',
      size: BigInt(size),
      etag,
      remark: row.remark,
      note: null,
      passwordHash,
      expiresAt: row.expires_at,
      maxViews: row.max_views,
      views: row.views ?? 0,
      useProxy: row.use_proxy,
      createdBy: ownerOf(context, row.created_by),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    });
    if (slug !== row.slug) report.problem('files', `${row.slug}: is now at ${slug}`);
  });
}
