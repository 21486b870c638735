import type { PrismaClient } from '#database';
import type { DatabaseKind } from '#database/schema-connection.ts';
import { withoutSync } from '#database/without-sync.ts';
import { countedSize, findRefusal, lockFor, type Refusal, type Transaction } from './conflicts.ts';
import type { CountObjects } from './counting.ts';
import type { Claim, LandedObject, NewWrite, ObjectWrite } from './object-write.ts';
import type { RoomLimit } from './room.ts';

/** Patience of a transaction: many writers of one bucket wait for each other's turn. */
export const PATIENCE = { maxWait: 30_000, timeout: 30_000 };

/** A name that nobody holds. */
export const FREE = { claim: null, claimedUntil: null, holder: null } as const;

/** A row as it is begun. */
export interface BegunWrite extends ObjectWrite {
  readonly claim: Claim | null;
  readonly claimedUntil: Date | null;
  readonly holder: string | null;
}

/** What a write is begun with beside its row. */
export interface BeginInput extends Pick<NewWrite, 'sizeBytes' | 'lockTokens' | 'isReplacing'> {
  readonly limit: RoomLimit | undefined;
}

/** What a write wants when its object is about to appear. */
export interface Landing {
  readonly claim: Claim;
  readonly claimedUntil: Date;
  readonly holder: string;
  readonly sizeBytes: number;
  /** That the object will have, where it can be told. */
  readonly etag: string | null;
  readonly limit: RoomLimit | undefined;
}

/** Why a write cannot land: also that it is gone, or that somebody is just landing it. */
export type LandingRefusal = Refusal | 'gone' | 'landing';

/** The steps of a write that decide, each in one transaction. */
export interface LandingSteps {
  begin(write: BegunWrite, input: BeginInput, now: Date): Promise<Refusal | undefined>;
  /** From `open` to `completing`, for one of all who ask. */
  land(write: ObjectWrite, landing: Landing, now: Date): Promise<LandingRefusal | undefined>;
  /**
   * The objects are there: counted, the room given back, the name free. The row goes, or stays until
   * a time to answer the same call once more.
   */
  settle(
    write: ObjectWrite,
    objects: readonly LandedObject[],
    now: Date,
    keepUntil: Date | undefined,
  ): Promise<void>;
  /** Counts what is there of a write that goes on. */
  progress(
    write: Pick<ObjectWrite, 'id' | 'storageConfigId'>,
    objects: readonly LandedObject[],
    now: Date,
  ): Promise<void>;
}

export function createLanding(
  prisma: PrismaClient,
  kind: DatabaseKind,
  count: CountObjects,
): LandingSteps {
  // Nothing is acknowledged as stored yet.
  const note = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    withoutSync(() => prisma.$transaction(work, PATIENCE));
  return {
    begin: (write, input, now) =>
      note(async (transaction) => {
        const { storageConfigId } = write;
        const claim = write.claim ?? undefined;
        const slug = write.slug ?? undefined;
        const { sizeBytes, limit } = input;
        const wanted = { ...write, ...input, claim, slug };
        await lockFor(transaction, kind, { storageConfigId, claim, slug, limit });
        const refusal = await findRefusal(transaction, wanted, now);
        if (refusal) return refusal;
        const replaced = limit?.isCounted ? await countedSize(transaction, write) : 0n;
        const data = { ...write, reservedBytes: atLeastZero(BigInt(sizeBytes) - replaced) };
        await transaction.objectWrite.create({ data, select: { id: true } });
        return undefined;
      }),
    land: (write, { limit, sizeBytes, etag, ...claimed }, now) =>
      note(async (transaction) => {
        const { id, storageConfigId } = write;
        // The name of a share's object is nobody else's.
        const claim = write.kind === 'file_share' ? undefined : claimed.claim;
        const wanted = { ...write, claim, slug: undefined, sizeBytes, limit };
        await lockFor(transaction, kind, { ...wanted, storageConfigId });
        const { count: begun } = await transaction.objectWrite.updateMany({
          where: {
            id,
            OR: [{ state: 'open' }, { state: 'completing', claimedUntil: { lte: now } }],
          },
          data: { ...claimed, state: 'completing', etag, size: BigInt(sizeBytes), updatedAt: now },
        });
        const refusal =
          begun > 0 ? await findRefusal(transaction, wanted, now) : await whyNot(transaction, id);
        if (begun === 0) return refusal;
        const replaced = limit?.isCounted ? await countedSize(transaction, write) : 0n;
        const reservedBytes = atLeastZero(BigInt(sizeBytes) - replaced);
        const data = refusal ? { ...FREE, state: 'open' } : { reservedBytes };
        await transaction.objectWrite.updateMany({ where: { id }, data });
        return refusal;
      }),
    async settle(write, objects, now, keepUntil) {
      await prisma.$transaction(async (transaction) => {
        const { id } = write;
        await count(transaction, write.storageConfigId, objects, now);
        if (!keepUntil) {
          await transaction.objectWrite.deleteMany({ where: { id } });
          return;
        }
        const [object] = objects;
        const stored = object ? { etag: object.etag, size: BigInt(object.size) } : {};
        const data = { ...FREE, ...stored, state: 'stored', reservedBytes: 0n, updatedAt: now };
        await transaction.objectWrite.updateMany({
          where: { id },
          data: { ...data, expiresAt: keepUntil },
        });
      }, PATIENCE);
    },
    async progress(write, objects, now) {
      await prisma.$transaction(async (transaction) => {
        await count(transaction, write.storageConfigId, objects, now);
        const bytes = objects.reduce((sum, { size }) => sum + BigInt(size), 0n);
        const where = { id: write.id };
        await transaction.objectWrite.updateMany({
          where: { ...where, reservedBytes: { gte: bytes } },
          data: { reservedBytes: { decrement: bytes }, updatedAt: now },
        });
      }, PATIENCE);
    },
  };
}

async function whyNot(transaction: Transaction, id: string): Promise<'gone' | 'landing'> {
  const select = { state: true } as const;
  const row = await transaction.objectWrite.findUnique({ where: { id }, select });
  return row?.state === 'completing' ? 'landing' : 'gone';
}

function atLeastZero(bytes: bigint): bigint {
  return bytes > 0n ? bytes : 0n;
}
