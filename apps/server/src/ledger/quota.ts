import { sqltag as sql } from '@prisma/client/runtime/client';
import { formatBytes } from '@satchel/api-client/format-bytes';
import type { Crawler } from '#bucket-index/crawling/crawler.ts';
import { isOutdated } from '#bucket-index/crawling/crawler.ts';
import { type IndexedStorage, toBucket } from '#bucket-index/indexed-storage.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { Transaction } from './conflicts.ts';

/** Interval at which a bucket is counted again; in between the ledger keeps the count right. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** Timeout of the first upload to a storage with a limit, while it waits for the first count. */
const FIRST_COUNT_TIMEOUT_MS = 10_000;
/** Time for which a process remembers that a bucket is counted, so that not every upload asks. */
const MEMORY_MS = 30_000;

/** Quota of a bucket, and whether its usage is counted. */
export interface QuotaLimit {
  readonly totalBytes: number;
  /** False if usage is known only from this server's own rows. */
  readonly isCounted: boolean;
}

/**
 * Finds the quota of a storage (CONTRACT A6, Room). Returns undefined, without any request, if it has
 * none.
 */
export type FindQuotaLimit = (storage: IndexedStorage) => Promise<QuotaLimit | undefined>;

export function createFindQuotaLimit(
  crawler: Pick<Crawler, 'refresh' | 'wait'>,
  clock: Clock,
): FindQuotaLimit {
  /** Time until which a bucket is known to be counted, by bucket. */
  const countedUntil = new Map<string, number>();
  const findCount = async (bucket: ReturnType<typeof toBucket>) => {
    const known = await crawler.refresh(bucket, MAX_AGE_MS);
    if (known?.finishedAt) return true;
    const counted = await crawler.wait(bucket, FIRST_COUNT_TIMEOUT_MS);
    return counted !== undefined && !isOutdated(counted);
  };
  return async (storage) => {
    // Forms send 0 for "no limit".
    if (!storage.config.totalStorageBytes) return undefined;
    const totalBytes = Number(storage.config.totalStorageBytes);
    const bucket = toBucket(storage);
    const name = `${bucket.id} ${bucket.location}`;
    const now = clock.now().getTime();
    if ((countedUntil.get(name) ?? 0) > now) return { totalBytes, isCounted: true };
    const isCounted = await findCount(bucket);
    if (isCounted) countedUntil.set(name, now + MEMORY_MS);
    else countedUntil.delete(name);
    return { totalBytes, isCounted };
  };
}

/** Reason why a write cannot be reserved; `usedBytes` if the quota is too small. */
export type Refusal = 'claimed' | 'locked' | 'slug_taken' | { readonly usedBytes: number };

export function toError(refusal: Refusal, limit: QuotaLimit | undefined, sizeBytes: number) {
  if (refusal === 'slug_taken') return new AppError('shares.slug_taken');
  if (refusal === 'locked') return new AppError('file_system.locked');
  if (refusal === 'claimed' || !limit) return new AppError('file_system.busy');
  const { totalBytes } = limit;
  const details = {
    size: formatBytes(sizeBytes),
    remaining: formatBytes(Math.max(0, totalBytes - refusal.usedBytes)),
    total: formatBytes(totalBytes),
  };
  return new AppError('storage.insufficient', { details });
}

/** Bytes that a write needs of its storage's quota. */
export interface WantedBytes {
  /** Id of its own row, which is not counted. */
  readonly id: string;
  readonly storageConfigId: string;
  readonly objectKey: string;
  readonly sizeBytes: number;
  readonly limit: QuotaLimit | undefined;
}

/** Returns the bytes in use if the quota is too small. Call it under the locks of `lockFor`. */
export async function findShortage(
  transaction: Transaction,
  wanted: WantedBytes,
  now: Date,
): Promise<{ readonly usedBytes: number } | undefined> {
  const { limit, sizeBytes } = wanted;
  if (!limit) return undefined;
  const usedBytes = await usedBy(transaction, wanted, limit, now);
  return usedBytes + sizeBytes > limit.totalBytes ? { usedBytes } : undefined;
}

/** Size of a key's object as counted in the index: overwriting the object frees it. */
async function countedSize(
  transaction: Transaction,
  { storageConfigId, objectKey: key }: Pick<WantedBytes, 'storageConfigId' | 'objectKey'>,
): Promise<bigint | undefined> {
  const where = { storageConfigId_key: { storageConfigId, key }, isRemoved: false };
  return (await transaction.bucketEntry.findUnique({ where, select: { size: true } }))?.size;
}

/**
 * Selects rows whose reserved bytes count: not expired, or claimed by a process that still writes. A stream counts
 * until the sweep has looked whether its object is stored.
 */
export function isUnderWay(now: Date) {
  return { OR: [{ expiresAt: { gt: now } }, { claimedUntil: { gt: now } }, { kind: 'stream' }] };
}

/** Bytes that a write adds to its bucket: its size minus the size of the object that it overwrites. */
export async function findAdded(
  transaction: Transaction,
  { limit, sizeBytes, ...wanted }: Omit<WantedBytes, 'id'>,
): Promise<{ readonly bytes: bigint; readonly isReplacing: boolean | undefined }> {
  const size = BigInt(sizeBytes);
  if (!limit?.isCounted) return { bytes: size, isReplacing: undefined };
  const replaced = await countedSize(transaction, wanted);
  const bytes = size - (replaced ?? 0n);
  return { bytes: bytes > 0n ? bytes : 0n, isReplacing: replaced !== undefined };
}

/**
 * Bytes in the bucket and bytes reserved by other writes, minus those that this write replaces. A stream reserves its
 * whole size, because others may shrink or remove the object that it replaces before it ends; while that object is
 * counted, only the difference is added.
 */
async function usedBy(
  transaction: Transaction,
  wanted: Pick<WantedBytes, 'id' | 'storageConfigId' | 'objectKey'>,
  { isCounted }: QuotaLimit,
  now: Date,
): Promise<number> {
  const { id, storageConfigId, objectKey } = wanted;
  // Whatever an ended stream has stored there is overwritten.
  const replaced = { kind: 'stream', claim: null, objectKey };
  const { _sum: reserved } = await transaction.objectWrite.aggregate({
    where: { storageConfigId, NOT: [{ id }, replaced], ...isUnderWay(now) },
    _sum: { reservedBytes: true },
  });
  const held = isCounted
    ? (await countedBytes(transaction, wanted)) - (await countedTwice(transaction, wanted))
    : await sharedBytes(transaction, storageConfigId);
  return Number(held + (reserved.reservedBytes ?? 0n));
}

/** Bytes of objects that streams are replacing, which both the bucket and the streams count. */
async function countedTwice(
  transaction: Transaction,
  { id, storageConfigId, objectKey }: Pick<WantedBytes, 'id' | 'storageConfigId' | 'objectKey'>,
): Promise<bigint> {
  const [row] = await transaction.$queryRaw<{ bytes: bigint | number | string | null }[]>(sql`
    SELECT SUM(
      CASE WHEN entries.size < writes.reserved_bytes THEN entries.size ELSE writes.reserved_bytes END
    ) AS bytes
    FROM object_writes AS writes JOIN bucket_entries AS entries
      ON entries.storage_config_id = writes.storage_config_id AND entries.key = writes.object_key
    WHERE writes.storage_config_id = ${storageConfigId} AND writes.kind = 'stream'
      AND writes.id <> ${id} AND NOT entries.is_removed
      AND NOT (writes.claim IS NULL AND writes.object_key = ${objectKey})`);
  return BigInt(row?.bytes ?? 0);
}

async function countedBytes(
  transaction: Transaction,
  wanted: Pick<WantedBytes, 'storageConfigId' | 'objectKey'>,
): Promise<bigint> {
  const { storageConfigId } = wanted;
  const where = { storageConfigId };
  const index = await transaction.bucketIndex.findUnique({ where, select: { totalBytes: true } });
  return (index?.totalBytes ?? 0n) - ((await countedSize(transaction, wanted)) ?? 0n);
}

/** Usage of a bucket that could not be counted: the sizes of its shares. */
async function sharedBytes(transaction: Transaction, storageConfigId: string): Promise<bigint> {
  const where = { storageConfigId };
  const { _sum: sum } = await transaction.fileShare.aggregate({ where, _sum: { size: true } });
  return sum.size ?? 0n;
}
