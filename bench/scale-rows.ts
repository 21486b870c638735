import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** Number of rows; a fraction of 1 is the full size, so that a tenth takes a tenth of the time. */
export interface Size {
  readonly textShares: number;
  readonly fileShares: number;
  readonly mounts: number;
  readonly names: number;
  readonly properties: number;
}

export function sizeOf(scale: number): Size {
  const share = (whole: number) => Math.round(whole * scale);
  return {
    textShares: share(1_000_000),
    fileShares: share(1_000_000),
    mounts: share(1000),
    names: share(1_800_000),
    properties: share(1_000_000),
  };
}

/** SQL that differs between the two databases. */
interface Dialect {
  readonly numbers: (count: number) => string;
  readonly padded: (digits: number) => string;
  /** SQL of a past time: one second per number. */
  readonly time: string;
  readonly no: string;
  readonly yes: string;
}

const SQLITE: Dialect = {
  numbers: (count) =>
    `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS n`,
  padded: (digits) => `printf('%0${digits}d', i)`,
  time: `strftime('%Y-%m-%dT%H:%M:%f', 1700000000 + i, 'unixepoch') || '+00:00'`,
  no: '0',
  yes: '1',
};

const POSTGRESQL: Dialect = {
  numbers: (count) => `generate_series(1, ${count}) AS n(i)`,
  padded: (digits) => `lpad(CAST(i AS TEXT), ${digits}, '0')`,
  time: `timestamp '2023-11-14 00:00:00' + i * interval '1 second'`,
  no: 'false',
  yes: 'true',
};

/** Fills the database of a stopped server with shares, and with mounts of a storage config. */
export async function fill(
  location: { readonly sqlitePath: string } | { readonly databaseUrl: string },
  configId: string,
  size: Size,
): Promise<void> {
  if ('sqlitePath' in location) {
    const database = new DatabaseSync(location.sqlitePath);
    database.exec('PRAGMA synchronous = OFF');
    // Drops the triggers, because the next start rebuilds the search indexes faster than row by row.
    for (const table of ['text_shares', 'file_shares', 'bucket_entries']) {
      for (const event of ['inserted', 'deleted', 'updated']) {
        database.exec(`DROP TRIGGER IF EXISTS ${table}_search_${event}`);
      }
    }
    for (const statement of statements(SQLITE, configId, size)) database.exec(statement);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  for (const statement of statements(POSTGRESQL, configId, size)) await client.query(statement);
  await client.query('VACUUM ANALYZE');
  await client.end();
}

function statements(dialect: Dialect, configId: string, size: Size): readonly string[] {
  const { numbers, padded, time, no, yes } = dialect;
  const slug = padded(9);
  const words = `'A quarterly report about gardens number ' || ${slug} || ' and what grew in them'`;
  return [
    `INSERT INTO text_shares (id, slug, content, preview, content_length, search_text, kind, views,
       max_views, created_by, expires_at, created_at, updated_at)
     SELECT 't' || ${slug}, 't' || ${slug}, ${words}, ${words}, 90,
       't' || ${slug} || ' ' || lower(${words}), 'markdown', i % 1000,
       CASE WHEN i % 100 = 0 THEN 2000 END, 'admin', NULL, ${time}, ${time} FROM ${numbers(size.textShares)}`,
    `INSERT INTO file_shares (id, slug, filename, search_text, storage_config_id, storage_path, mimetype,
       size, views, use_proxy, created_by, created_at, updated_at)
     SELECT 'f' || ${slug}, 'f' || ${slug}, 'holiday-' || ${slug} || '.jpg',
       'f' || ${slug} || ' holiday-' || ${slug} || '.jpg', '${configId}', '.satchel/shares/' || ${slug},
       'image/jpeg', i, i % 1000, ${no}, 'admin', ${time}, ${time} FROM ${numbers(size.fileShares)}`,
    // Creates half of the mounts below another one, so that it contains many paths of other mounts.
    `INSERT INTO mounts (id, name, storage_config_id, mount_path, is_active, cache_ttl_seconds, created_by,
       created_at, updated_at)
     SELECT 'm' || i, 'm' || i, '${configId}',
       CASE WHEN i % 2 = 0 THEN '/made-up/names/' ELSE '/m' END || ${padded(4)}, ${yes}, 86400, 'admin',
       ${time}, ${time} FROM ${numbers(size.mounts)}`,
    `INSERT INTO bucket_entries (storage_config_id, key, search_name, size, etag, modified_ms, crawl)
     SELECT '${configId}', 'names/' || ${padded(8)} || '/invoice-' || i || '.pdf', 'invoice-' || i || '.pdf',
       i, 'etag', 1700000000000 + i, 1 FROM ${numbers(size.names)}`,
    `UPDATE bucket_indexes SET object_count = object_count + ${size.names}`,
    `INSERT INTO dead_properties (storage_config_id, object_key, namespace, name, element)
     SELECT '${configId}', 'names/' || ${padded(8)}, 'urn:schemas-microsoft-com:', 'Win32FileAttributes', '<x/>'
     FROM ${numbers(size.properties)}`,
  ];
}
