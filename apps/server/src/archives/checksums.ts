import { isStorable } from '#bucket-index/index-rows.ts';
import type { Clock } from '#clock';
import type { ArchivedObject } from './archive-entry.ts';
import type { ChecksumRepository, ChecksumRow } from './checksum-repository.ts';

/** Rows of one statement. */
const BATCH = 200;
const WRITE_EVERY_MS = 1000;
/** Statements that wait for the database; rows beyond them are dropped, so that memory stays flat. */
const MAX_STATEMENTS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_FOR_MS = 30 * DAY_MS;

type Version = Pick<ArchivedObject, 'configId' | 'key' | 'etag'>;

export type Checksums = ReturnType<typeof createChecksums>;

export interface ChecksumsDependencies {
  readonly repository: ChecksumRepository;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/**
 * CRC-32 per version of an object, so that a resumed archive need not read the objects before the cut
 * again. Losing a row costs one more read of its object.
 */
export function createChecksums({ repository, clock, onError }: ChecksumsDependencies) {
  /** Rows to be written, by storage and key. */
  let waiting = new Map<string, ChecksumRow>();
  let writing = Promise.resolve();
  let statements = 0;
  let timer: NodeJS.Timeout | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const rows = [...waiting.entries()].sort(([a], [b]) => (a < b ? -1 : 1));
    waiting = new Map();
    if (rows.length === 0 || statements >= MAX_STATEMENTS) return;
    statements += 1;
    writing = writing
      .then(() => repository.write(rows.map(([, row]) => row)))
      .catch(onError)
      .finally(() => {
        statements -= 1;
      });
  };
  const findIn = async (
    configId: string,
    keys: readonly string[],
    found: Map<string, ChecksumRow>,
  ) => {
    const now = clock.now();
    const rows = await repository.find(configId, keys.filter(isStorable));
    for (const row of rows) found.set(idOf(row.storageConfigId, row.key), row);
    const dayAgo = new Date(now.getTime() - DAY_MS);
    const old = rows.filter(({ usedAt }) => usedAt < dayAgo).map(({ key }) => key);
    if (old.length > 0) await repository.noteUse(configId, old, now);
  };

  return {
    /** Returns the checksums in the order of the objects; undefined where none is known. */
    async find(objects: readonly Version[]): Promise<readonly (number | undefined)[]> {
      write();
      await writing;
      const byConfig = Map.groupBy(objects, ({ configId }) => configId);
      const found = new Map<string, ChecksumRow>();
      for (const [configId, versions] of byConfig) {
        await findIn(configId, [...new Set(versions.map(({ key }) => key))], found);
      }
      return objects.map(({ configId, key, etag }) => {
        const row = found.get(idOf(configId, key));
        return row?.etag === etag ? Number(row.crc32) : undefined;
      });
    },
    /** Writes the checksum soon, together with others. */
    remember({ configId, key, etag }: Version, crc32: number): void {
      if (!isStorable(key)) return;
      const row = {
        storageConfigId: configId,
        key,
        etag,
        crc32: BigInt(crc32),
        usedAt: clock.now(),
      };
      waiting.set(idOf(configId, key), row);
      if (waiting.size >= BATCH) write();
      else timer ??= setTimeout(write, WRITE_EVERY_MS);
    },
    /** Removes checksums that no archive has used for 30 days. */
    sweep: () => repository.removeUnusedSince(new Date(clock.now().getTime() - UNUSED_FOR_MS)),
    async close() {
      write();
      await writing;
    },
  };
}

function idOf(configId: string, key: string): string {
  return `${configId}/${key}`;
}
