import { empty, type Sql, sqltag as sql } from '@prisma/client/runtime/client';
import type { DatabaseKind } from '#database/schema-connection.ts';
import type { WrittenObject } from '#object-store/bucket-watch.ts';
import { searchNameOf } from './search-name.ts';

/** Crawl that this process runs; rows change only while it still has the crawl. */
export interface CrawlHold {
  readonly configId: string;
  readonly holder: string;
  readonly crawl: number;
}

/** Keys after one, in byte order. */
export interface KeyRange {
  readonly after: string;
  /** Last key of the range; without it, all keys that follow. */
  readonly until?: string;
  /** Existing keys, for entries that do not record which crawl saw them. */
  readonly listed?: readonly string[];
}

/** Objects in the form of the statements, without those that the database cannot store. */
export function toRows(objects: readonly WrittenObject[]): string {
  // Keeps the last of two entries of one name, because one statement may not change a row twice.
  const byKey = new Map(objects.filter(({ key }) => isStorable(key)).map((row) => [row.key, row]));
  const rows = [...byKey.values()].map(({ key, size, etag, lastModified }) => ({
    k: key,
    n: searchNameOf(key),
    s: size,
    e: etag,
    m: lastModified.getTime(),
  }));
  return JSON.stringify(rows);
}

/** False for keys with a NUL or half a surrogate pair, which PostgreSQL's texts cannot hold. */
export function isStorable(key: string): boolean {
  return key.isWellFormed() && !key.includes('\0');
}

export const lockBucket = (configId: string): Sql =>
  sql`UPDATE bucket_indexes SET crawl = crawl WHERE storage_config_id = ${configId}`;

/**
 * Statements that keep entries and counts consistent. Objects are passed as one JSON text, so that a
 * page of a thousand is one statement. Each group runs in a transaction that first writes the bucket's
 * row, so that changes of one bucket wait for each other.
 */
export function createIndexStatements(kind: DatabaseKind) {
  const { objectsOf, keysOf, nowMs } = kind === 'sqlite' ? SQLITE : POSTGRESQL;
  return {
    /** Adds the objects' changes to the counts; runs before `upsert`, which makes them. */
    countWritten: (configId: string, objects: string, hold?: CrawlHold) => sql`
      UPDATE bucket_indexes
      SET object_count = object_count + d.objects, total_bytes = total_bytes + d.bytes
      FROM (
        SELECT
          COALESCE(SUM(CASE WHEN e.key IS NULL OR e.is_removed THEN 1 ELSE 0 END), 0) AS objects,
          COALESCE(SUM(x.size - CASE WHEN e.key IS NULL OR e.is_removed THEN 0 ELSE e.size END), 0)
            AS bytes
        FROM ${objectsOf(objects)} x
        LEFT JOIN bucket_entries e ON e.storage_config_id = ${configId} AND e.key = x.key
        ${hold ? sql`WHERE e.key IS NULL OR e.crawl < ${hold.crawl}` : empty}
      ) d
      WHERE storage_config_id = ${configId} ${heldBy(hold)}`,
    // The server's own write takes precedence until the next crawl begins.
    upsert: (configId: string, objects: string, hold?: CrawlHold) => sql`
      INSERT INTO bucket_entries
        (storage_config_id, key, search_name, size, etag, modified_ms, crawl, is_removed)
      SELECT storage_config_id, x.key, x.search_name, x.size, x.etag, x.modified_ms, crawl, false
      FROM bucket_indexes CROSS JOIN ${objectsOf(objects)} x
      WHERE storage_config_id = ${configId} ${heldBy(hold)}
      ON CONFLICT (storage_config_id, key) DO UPDATE SET
        search_name = excluded.search_name, size = excluded.size, etag = excluded.etag,
        modified_ms = excluded.modified_ms, crawl = excluded.crawl, is_removed = false
      ${hold ? sql`WHERE bucket_entries.crawl < excluded.crawl` : empty}`,
    countRemoved: (configId: string, keys: string, hold?: CrawlHold) => sql`
      UPDATE bucket_indexes
      SET object_count = object_count - d.objects, total_bytes = total_bytes - d.bytes
      FROM (
        SELECT COUNT(*) AS objects, COALESCE(SUM(size), 0) AS bytes FROM bucket_entries
        WHERE storage_config_id = ${configId} AND key IN ${keysOf(keys)} AND NOT is_removed
        ${hold ? sql`AND crawl < ${hold.crawl}` : empty}
      ) d
      WHERE storage_config_id = ${configId} ${heldBy(hold)}`,
    /** One row: the time, and the entry of a key if there is one. */
    selectEntry: (configId: string, key: string) => sql`
      SELECT ${nowMs} AS ms, e.etag, e.modified_ms FROM (SELECT 1) AS one
      LEFT JOIN bucket_entries e ON e.storage_config_id = ${configId} AND e.key = ${key}
        AND NOT e.is_removed`,
    /** Adds a tombstone for a removed object; used while a crawl runs. */
    tombstone: (configId: string, keys: string) => sql`
      INSERT INTO bucket_entries
        (storage_config_id, key, search_name, size, etag, modified_ms, crawl, is_removed)
      SELECT storage_config_id, x.key, '', 0, '', 0, crawl, true
      FROM bucket_indexes CROSS JOIN ${keysOf(keys)} x
      WHERE storage_config_id = ${configId} AND holder IS NOT NULL
      ON CONFLICT (storage_config_id, key) DO UPDATE SET
        search_name = '', size = 0, etag = '', modified_ms = 0, crawl = excluded.crawl,
        is_removed = true`,
    /** Deletes the entry; used while no crawl runs. */
    removeUnlessCrawled: (configId: string, keys: string) => sql`
      DELETE FROM bucket_entries
      WHERE storage_config_id = ${configId} AND key IN ${keysOf(keys)} AND NOT EXISTS (
        SELECT 1 FROM bucket_indexes
        WHERE storage_config_id = ${configId} AND holder IS NOT NULL)`,
    /** Keys of objects that differ from the index. */
    selectChanged: ({ configId, crawl }: CrawlHold, objects: string) => sql`
      SELECT x.key FROM ${objectsOf(objects)} x
      LEFT JOIN bucket_entries e ON e.storage_config_id = ${configId} AND e.key = x.key
      WHERE e.key IS NULL OR (e.crawl < ${crawl} AND (
        e.is_removed OR e.size <> x.size OR e.etag <> x.etag OR e.modified_ms <> x.modified_ms
        OR e.search_name <> x.search_name))`,
    /** Keys in a range that a crawl has not seen. */
    selectUnseen: (
      { configId, crawl }: CrawlHold,
      { after, until, listed }: KeyRange,
      limit: number,
    ) => sql`
      SELECT key FROM bucket_entries
      WHERE storage_config_id = ${configId} AND key > ${after} AND crawl < ${crawl}
        ${until === undefined ? empty : sql`AND key <= ${until}`}
        ${listed ? sql`AND key NOT IN ${keysOf(JSON.stringify(listed))}` : empty}
      ORDER BY key LIMIT ${limit}`,
    /** Removes keys that the crawl has not seen. */
    removeUnseen: (hold: CrawlHold, keys: string) => sql`
      DELETE FROM bucket_entries
      WHERE storage_config_id = ${hold.configId} AND key IN ${keysOf(keys)}
        AND crawl < ${hold.crawl} AND EXISTS (
          SELECT 1 FROM bucket_indexes
          WHERE storage_config_id = ${hold.configId} AND holder = ${hold.holder}
            AND bucket_indexes.crawl = ${hold.crawl})`,
  };
}

const heldBy = (hold: CrawlHold | undefined) =>
  hold ? sql`AND holder = ${hold.holder} AND bucket_indexes.crawl = ${hold.crawl}` : empty;

const SQLITE = {
  objectsOf: (json: string) => sql`(
    SELECT value->>'k' AS key, value->>'n' AS search_name, value->>'s' AS size,
      value->>'e' AS etag, value->>'m' AS modified_ms FROM json_each(${json}))`,
  keysOf: (json: string) => sql`(SELECT value AS key FROM json_each(${json}))`,
  nowMs: sql`NULL`,
};

const POSTGRESQL = {
  objectsOf: (json: string) => sql`(
    SELECT k AS key, n AS search_name, s AS size, e AS etag, m AS modified_ms
    FROM jsonb_to_recordset(${json}::jsonb) AS o(k text, n text, s bigint, e text, m bigint))`,
  keysOf: (json: string) =>
    sql`(SELECT o.key FROM jsonb_array_elements_text(${json}::jsonb) AS o(key))`,
  nowMs: sql`extract(epoch FROM clock_timestamp()) * 1000`,
};
