import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { MigrationDirectory, MigrationList } from '@prisma/schema-engine-wasm';

export type DatabaseKind = 'sqlite' | 'postgresql';

const PRISMA_DIRECTORY = join(import.meta.dirname, '../../prisma');

/** Opens Prisma's schema engine in its WASM build, so that no binary is needed (DESIGN 5). */
export async function openSchemaEngine(adapterFactory: SqlMigrationAwareDriverAdapterFactory) {
  const { SchemaEngine } = await import('@prisma/schema-engine-wasm');
  const bound = bindMigrationAwareSqlAdapterFactory(adapterFactory);
  return SchemaEngine.new({ datamodels: undefined }, () => undefined, bound);
}

/**
 * Applies what is missing, in order. A migration that a crash cut off has changed nothing (see
 * {@link asOneTransaction}), so its note is dropped and it is applied again. Callers see to it
 * that only one process migrates a database at a time.
 */
export async function migrate(
  kind: DatabaseKind,
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
): Promise<void> {
  const migrationsList = await readMigrations(kind);
  const applied = await readHistory(kind, adapterFactory);
  if (migrationsList.migrationDirectories.every(({ path }) => applied.has(path))) return;
  const connections = trackConnections(adapterFactory);
  const engine = await openSchemaEngine(connections.factory);
  try {
    await engine.applyMigrations({
      migrationsList,
      filters: { externalTables: [], externalEnums: [] },
    });
  } finally {
    engine.free();
    await connections.dispose();
  }
}

/** The engine leaves its connections open, and with them the lock that it migrates under. */
function trackConnections(inner: SqlMigrationAwareDriverAdapterFactory) {
  const opened: { dispose(): Promise<void> }[] = [];
  const factory: SqlMigrationAwareDriverAdapterFactory = {
    provider: inner.provider,
    adapterName: inner.adapterName,
    async connect() {
      const connection = await inner.connect();
      opened.push(connection);
      return connection;
    },
    connectToShadowDb: () => inner.connectToShadowDb(),
  };
  const dispose = async () => {
    await Promise.allSettled(opened.map((connection) => connection.dispose()));
  };
  return { factory, dispose };
}

/** Names of the migrations that are applied, after dropping the notes of those that were cut off. */
async function readHistory(
  kind: DatabaseKind,
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
): Promise<ReadonlySet<unknown>> {
  const adapter = await adapterFactory.connect();
  const query = async (sql: string) =>
    (await adapter.queryRaw({ sql, args: [], argTypes: [] })).rows;
  try {
    const found = await query(
      kind === 'sqlite'
        ? "SELECT 1 FROM sqlite_master WHERE name = '_prisma_migrations'"
        : "SELECT 1 FROM pg_tables WHERE tablename = '_prisma_migrations' AND schemaname = current_schema()",
    );
    if (found.length === 0) return new Set();
    await query('DELETE FROM "_prisma_migrations" WHERE "finished_at" IS NULL');
    const rows = await query('SELECT "migration_name" FROM "_prisma_migrations"');
    return new Set(rows.map(([name]) => name));
  } finally {
    await adapter.dispose();
  }
}

/** The migrations folder of a database as the schema engine wants it. */
async function readMigrations(kind: DatabaseKind): Promise<MigrationList> {
  const baseDir = join(PRISMA_DIRECTORY, 'migrations', kind);
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (name): Promise<MigrationDirectory> => {
      const sql = await readFile(join(baseDir, name, 'migration.sql'), 'utf8');
      const content = { tag: 'ok' as const, value: asOneTransaction(name, sql) };
      return { path: name, migrationFile: { path: 'migration.sql', content } };
    }),
  );
  const lockfile = { path: 'migration_lock.toml', content: `provider = "${kind}"\n` };
  return { baseDir, lockfile, shadowDbInitScript: '', migrationDirectories };
}

/**
 * The engine notes the end of a migration after it; a crash in between would leave it applied and
 * noted as failed. So the note is part of the migration's own transaction.
 */
function asOneTransaction(name: string, sql: string): string {
  const note = `UPDATE "_prisma_migrations" SET "finished_at" = CURRENT_TIMESTAMP, "applied_steps_count" = 1 WHERE "migration_name" = '${name}' AND "finished_at" IS NULL AND "rolled_back_at" IS NULL;`;
  return `BEGIN;\n${sql}\n${note}\nCOMMIT;\n`;
}
