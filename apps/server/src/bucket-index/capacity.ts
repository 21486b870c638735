import type { Clock } from '#clock';
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts';
import { AppError } from '#errors';
import type { CrawledBucket, Crawler } from './crawler.ts';
import { isOutdated } from './crawler.ts';
import { type IndexedStorage, toBucket } from './indexed-storage.ts';
import type { UsageRepository } from './usage.ts';

/** A bucket is counted anew this often; in between its count is kept right by what passes here. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** The first upload to a storage with a limit waits so long for the first count. */
const FIRST_COUNT_PATIENCE_MS = 10_000;
/** That a bucket is counted is not asked for with every upload. */
const MEMORY_MS = 30_000;

export interface RoomRequest {
  readonly sizeBytes: number;
  /** Of the object: what it overwrites becomes free. */
  readonly key?: string | undefined;
  /** The upload's own row, which is among those under way. */
  readonly exceptShareId?: string | undefined;
  readonly exceptSessionId?: string | undefined;
}

/** Whether a storage has room (SPEC 8, CONTRACT F5). */
export interface Capacity {
  /**
   * Compares what the bucket holds, and what uploads under way will add, with the storage's limit.
   * Costs nothing where there is none.
   *
   * @throws {AppError} `storage.insufficient`
   */
  assertFits(storage: IndexedStorage, request: RoomRequest): Promise<void>;
  /**
   * The same, and keeps the room for an upload that no row tells of, until it is stored or given up:
   * of those at the same time each would find the same room. Each process knows its own.
   */
  hold(storage: IndexedStorage, request: RoomRequest): Promise<Disposable>;
}

export interface CapacityDependencies {
  readonly crawler: Pick<Crawler, 'refresh' | 'wait'>;
  readonly usage: Pick<UsageRepository, 'countedBytes' | 'rowBytes'>;
  readonly clock: Clock;
}

export function createCapacity({ crawler, usage, clock }: CapacityDependencies): Capacity {
  /** By bucket, until when it is known to be counted. */
  const countedUntil = new Map<string, number>();
  const findCount = async (bucket: CrawledBucket) => {
    const known = await crawler.refresh(bucket, MAX_AGE_MS);
    if (known?.finishedAt) return true;
    const counted = await crawler.wait(bucket, FIRST_COUNT_PATIENCE_MS);
    return counted !== undefined && !isOutdated(counted);
  };
  const isCounted = async (bucket: CrawledBucket) => {
    const now = clock.now().getTime();
    const name = `${bucket.id} ${bucket.location}`;
    if ((countedUntil.get(name) ?? 0) > now) return true;
    const found = await findCount(bucket);
    if (found) countedUntil.set(name, now + MEMORY_MS);
    else countedUntil.delete(name);
    return found;
  };
  /** Bytes by config. */
  const held = new Map<string, number>();
  const inTurn = createKeyedMutex();
  const assertFits = async (storage: IndexedStorage, request: RoomRequest) => {
    const { id, totalStorageBytes } = storage.config;
    if (totalStorageBytes === null) return;
    const ahead = held.get(id) ?? 0;
    const { sizeBytes, key, exceptShareId, exceptSessionId } = request;
    const room = { configId: id, key, exceptShareId, exceptSessionId };
    const used = (await isCounted(toBucket(storage)))
      ? await usage.countedBytes(room)
      : await usage.rowBytes(room);
    const total = Number(totalStorageBytes);
    if (used + ahead + sizeBytes <= total) return;
    const details = {
      size: formatBytes(sizeBytes),
      remaining: formatBytes(Math.max(0, total - used - ahead)),
      total: formatBytes(total),
    };
    throw new AppError('storage.insufficient', { details });
  };
  return {
    assertFits,
    hold(storage, request) {
      const { id } = storage.config;
      const add = (bytes: number) => void held.set(id, (held.get(id) ?? 0) + bytes);
      // In turn, so that nobody is refused for somebody who is refused himself.
      return inTurn(id, async () => {
        await assertFits(storage, request);
        add(request.sizeBytes);
        return { [Symbol.dispose]: () => add(-request.sizeBytes) };
      });
    },
  };
}

function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
