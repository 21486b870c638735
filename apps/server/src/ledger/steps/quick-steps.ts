import { join, raw, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import { isUniqueViolation, type PrismaClient } from '#database';
import { columnOf } from '#database/insert-rows.ts';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { isFree, type Transaction } from '../conflicts.ts';
import type { ObjectWrite } from '../object-write.ts';
import {
  type CommittedWrite,
  claimOf,
  type LedgerContext,
  type PlannedWrite,
  toRow,
  wantedClaimOf,
} from '../planned-write.ts';

/**
 * Reserves a plain overwrite or a slug without a transaction: adds the row, then looks for conflicts. An
 * exclusive write looks and adds its row under the lock that this insert waits for, so that of two
 * writers at least one sees the other. The storage must have no limit.
 *
 * @returns undefined if there is or may be a conflict; then `reserve` has to decide
 */
export async function reserveQuickly(
  prisma: PrismaClient,
  { kind, clock }: Pick<LedgerContext, 'kind' | 'clock'>,
  planned: PlannedWrite,
): Promise<ObjectWrite | undefined> {
  const { id, storageConfigId, write } = planned;
  const { claim, slug } = write;
  if (claim && claim !== 'shared') return undefined;
  const addedAt = await addRow(prisma, kind, planned, clock.now());
  if (!addedAt) return undefined;
  let isReserved = false;
  try {
    const wanted = wantedClaimOf(planned);
    isReserved =
      (!wanted || (await isFree(prisma, storageConfigId, wanted, addedAt))) &&
      (slug === undefined || !(await isSlugOfShare(prisma, slug)));
  } finally {
    if (!isReserved) await prisma.objectWrite.deleteMany({ where: { id } });
  }
  return isReserved ? toRow(planned, addedAt) : undefined;
}

/** @returns the time to compare claims with; undefined if another upload has the slug */
async function addRow(
  prisma: PrismaClient,
  kind: DatabaseKind,
  planned: PlannedWrite,
  now: Date,
): Promise<Date | undefined> {
  const reservedBytes = BigInt(planned.write.sizeBytes);
  const row = { ...toRow(planned, now), ...claimOf(planned, now), reservedBytes };
  const values = Object.values({
    ...row,
    ...(kind === 'postgresql' ? byDatabase(planned, row) : {}),
  });
  const columns = raw(Object.keys(row).map(columnOf).join());
  const insert = sql`INSERT INTO object_writes (${columns}) VALUES (${join(values)})`;
  try {
    if (kind === 'sqlite') {
      await prisma.$executeRaw(insert);
      return now;
    }
    const [added] = await prisma.$queryRaw<{ ms: unknown }[]>(
      sql`${insert} RETURNING extract(epoch FROM created_at) * 1000 AS ms`,
    );
    return new Date(Math.round(Number(added?.ms)));
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Columns that PostgreSQL computes: times, and the id, which waits for the locks of `lockFor`. */
function byDatabase(
  { id, storageConfigId, write: { claim, slug } }: PlannedWrite,
  row: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Sql>> {
  const bucketLock = claim ? `bucket ${storageConfigId}` : null;
  const slugLock = slug === undefined ? null : `slug ${slug}`;
  const times = Object.entries(row).flatMap(([field, value]) => {
    if (!(value instanceof Date)) return [];
    // Adds the offset of the injected clock, which tests move, to the time of the database.
    const aheadMs = value.getTime() - Date.now();
    const time = sql`(clock_timestamp() AT TIME ZONE 'UTC') + ${aheadMs} * interval '1 millisecond'`;
    return [[field, time] as const];
  });
  return {
    ...Object.fromEntries(times),
    id: sql`(
      SELECT ${id} FROM (
        SELECT pg_advisory_xact_lock(hashtextextended(${slugLock}, 0))::text AS slug,
          pg_advisory_xact_lock_shared(hashtextextended(${bucketLock}, 0))::text AS bucket
        OFFSET 0
      ) AS locks WHERE concat(slug, bucket) = '')`,
  };
}

async function isSlugOfShare({ fileShare }: PrismaClient, slug: string): Promise<boolean> {
  return (await fileShare.findUnique({ where: { slug }, select: { id: true } })) !== null;
}

/**
 * Commits a write in a bucket that is not indexed, so that there is nothing to count.
 *
 * @returns false if the bucket is indexed, the write is over, or another process has its claim
 * @throws {AppError} `file_system.claim_lost` if the claim has lapsed
 */
export async function commitUncounted(
  client: Pick<Transaction, '$executeRaw'>,
  { indexed }: Pick<LedgerContext, 'indexed'>,
  { id, storageConfigId, hold }: CommittedWrite,
): Promise<boolean> {
  hold?.assertHeld();
  if (indexed.has(storageConfigId)) return false;
  const isOwn = hold ? sql`holder = ${hold.token}` : sql`state <> 'abandoned'`;
  const ended = await client.$executeRaw(sql`
    DELETE FROM object_writes
    WHERE id = ${id} AND ${isOwn} AND NOT EXISTS (
      SELECT 1 FROM bucket_indexes WHERE storage_config_id = ${storageConfigId})`);
  return ended > 0;
}
