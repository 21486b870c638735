import type { SchemaConnection } from '../schema-connection.ts';

/** PostgreSQL's code for a statement that its user may not run. */
const NOT_ALLOWED = '42501';

/** Columns that are searched for a part of a text. */
const COLUMNS = [
  ['bucket_entries', 'search_name'],
  ['text_shares', 'search_text'],
  ['file_shares', 'search_text'],
  ['bundles', 'search_text'],
  ['upload_requests', 'search_text'],
] as const;

/**
 * Creates the trigram indexes for searches at each start. They are no migrations: PostgreSQL may lack
 * the extension, and in SQLite a migration that recreates a table drops its triggers.
 */
export async function ensureSearchIndexes(connection: SchemaConnection): Promise<void> {
  if (connection.kind === 'postgresql') return ensurePostgresIndexes(connection);
  for (const [table, column] of COLUMNS) await ensureSqliteIndex(connection, table, column);
}

/**
 * Creates an FTS5 table that holds only trigrams and reads the text from the searched table; triggers
 * keep it up to date. It refers to rows by SQLite's rowid, which copies made by SQLite preserve.
 */
async function ensureSqliteIndex(
  connection: SchemaConnection,
  table: string,
  column: string,
): Promise<void> {
  const [known] = await connection.query(
    `SELECT master.sql LIKE '%WITHOUT ROWID%' AS "hasNoRowid" FROM pragma_table_info('${table}') AS info
      JOIN sqlite_master AS master ON master.name = '${table}' WHERE info.name = '${column}'`,
  );
  // Tables of older releases may lack the column, or the row numbers that the index refers to.
  if (!known || known.hasNoRowid === 1) return;
  const index = `${table}_search`;
  const triggers = ['inserted', 'deleted', 'updated'].map((event) => `${index}_${event}`);
  const [found] = await connection.query(
    `SELECT COUNT(*) AS count FROM sqlite_master WHERE name IN (${[index, ...triggers].map((name) => `'${name}'`).join()})`,
  );
  if (found?.count === 1 + triggers.length) return;
  const [inserted, deleted, updated] = triggers;
  const add = `INSERT INTO ${index} (rowid, ${column}) VALUES (new.rowid, new.${column});`;
  const remove = `INSERT INTO ${index} (${index}, rowid, ${column}) VALUES ('delete', old.rowid, old.${column});`;
  await connection.transaction(() =>
    connection.run(`
      ${triggers.map((trigger) => `DROP TRIGGER IF EXISTS ${trigger};`).join('\n')}
      DROP TABLE IF EXISTS ${index};
      CREATE VIRTUAL TABLE ${index} USING fts5(${column}, content = '${table}', content_rowid = 'rowid', tokenize = 'trigram', detail = 'none');
      INSERT INTO ${index} (${index}) VALUES ('rebuild');
      CREATE TRIGGER ${inserted} AFTER INSERT ON ${table} BEGIN ${add} END;
      CREATE TRIGGER ${deleted} AFTER DELETE ON ${table} BEGIN ${remove} END;
      CREATE TRIGGER ${updated} AFTER UPDATE OF ${column} ON ${table} WHEN old.${column} <> new.${column} BEGIN ${remove} ${add} END;`),
  );
}

/**
 * Needs the extension, and a database user with the right to create it; without it a search reads all rows.
 *
 * Indexes are not built concurrently, because that waits for every open transaction. Other replicas
 * that wait for the lock of the migrations have one.
 */
async function ensurePostgresIndexes(connection: SchemaConnection): Promise<void> {
  for (const [table, column] of COLUMNS) {
    const index = `${table}_${column}_trigrams`;
    const [known] = await connection.query(`
      SELECT to_regclass('${index}') IS NULL AND EXISTS (SELECT 1 FROM information_schema.columns
          WHERE table_schema = current_schema() AND table_name = '${table}' AND column_name = '${column}') AS "isMissing",
        EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS "isAvailable"`);
    if (known?.isMissing !== true || known.isAvailable !== true) continue;
    try {
      await createPostgresIndex(connection, index, `"${table}" USING gin ("${column}"`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error;
    }
  }
}

async function createPostgresIndex(
  connection: SchemaConnection,
  index: string,
  target: string,
): Promise<void> {
  await connection.run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  // Some hosts keep extensions in a schema outside the search path.
  const [extension] = await connection.query(`
    SELECT quote_ident(n.nspname) AS schema FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`);
  await connection.run(`CREATE INDEX "${index}" ON ${target} ${extension?.schema}.gin_trgm_ops)`);
}
