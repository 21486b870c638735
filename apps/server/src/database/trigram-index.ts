import type { SchemaConnection } from './schema-connection.ts';

const INDEX = 'bucket_entries_search_name_trigrams';

/** PostgreSQL's code for a statement that its user may not run. */
const NOT_ALLOWED = '42501';

/**
 * Gives the search of names an index of trigrams where the server has the extension and its user may
 * create it. That is no migration, because those have to succeed on every server; without it a search
 * reads all names, as it does in SQLite. Another start makes up for it once the extension is there.
 *
 * The index is not built concurrently: that waits for every open transaction, those of other replicas
 * that wait for the lock of the migrations among them.
 */
export async function ensureTrigramIndex(connection: SchemaConnection): Promise<void> {
  const [known] = await connection.query(`
    SELECT to_regclass('${INDEX}') IS NULL AND to_regclass('bucket_entries') IS NOT NULL AS "isMissing",
      EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS "isAvailable"`);
  if (known?.isMissing !== true || known.isAvailable !== true) return;
  try {
    await createIndex(connection);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error;
  }
}

async function createIndex(connection: SchemaConnection): Promise<void> {
  await connection.run('CREATE EXTENSION IF NOT EXISTS pg_trgm');
  // Some hosts keep extensions in a schema where names are not looked for.
  const [extension] = await connection.query(`
    SELECT quote_ident(n.nspname) AS schema FROM pg_extension e
    JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'`);
  await connection.run(
    `CREATE INDEX "${INDEX}" ON "bucket_entries" USING gin ("search_name" ${extension?.schema}.gin_trgm_ops)`,
  );
}
