import type { Crawler } from '#bucket-index/crawler.ts';
import { isOutdated } from '#bucket-index/crawler.ts';
import { type IndexedStorage, toBucket } from '#bucket-index/indexed-storage.ts';
import type { Clock } from '#clock';
import { AppError } from '#errors';

/** A bucket is counted anew this often; in between the ledger keeps its count right. */
const MAX_AGE_MS = 60 * 60 * 1000;
/** The first upload to a storage with a limit waits so long for the first count. */
const FIRST_COUNT_PATIENCE_MS = 10_000;
/** That a bucket is counted is not asked for with every upload. */
const MEMORY_MS = 30_000;

/** How much a bucket may hold, and how that is known. */
export interface RoomLimit {
  readonly totalBytes: number;
  /** False where only our own rows tell what the bucket holds. */
  readonly isCounted: boolean;
}

/** Finds the limit of a storage (CONTRACT A6, Room); nothing, and no question to anybody, without one. */
export type FindRoomLimit = (storage: IndexedStorage) => Promise<RoomLimit | undefined>;

export function createFindRoomLimit(
  crawler: Pick<Crawler, 'refresh' | 'wait'>,
  clock: Clock,
): FindRoomLimit {
  /** By bucket, until when it is known to be counted. */
  const countedUntil = new Map<string, number>();
  const findCount = async (bucket: ReturnType<typeof toBucket>) => {
    const known = await crawler.refresh(bucket, MAX_AGE_MS);
    if (known?.finishedAt) return true;
    const counted = await crawler.wait(bucket, FIRST_COUNT_PATIENCE_MS);
    return counted !== undefined && !isOutdated(counted);
  };
  return async (storage) => {
    // 0 is how forms say that there is no limit.
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

export function noRoom({ totalBytes }: RoomLimit, usedBytes: number, sizeBytes: number): AppError {
  const details = {
    size: formatBytes(sizeBytes),
    remaining: formatBytes(Math.max(0, totalBytes - usedBytes)),
    total: formatBytes(totalBytes),
  };
  return new AppError('storage.insufficient', { details });
}

function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes > 0 ? Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)) : 0;
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}
