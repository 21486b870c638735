// Writes the migration from the last migrated schema to schema.prisma, for both databases; the
// engine insists on a PostgreSQL server to talk to, so a private one is started:
//   node scripts/create-migration.ts add-thing
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import { SchemaEngine } from '@prisma/schema-engine-wasm';
import { createSqliteAdapter } from '../src/database/sqlite/sqlite-adapter.ts';
import { createDatabase, findPostgres, startPostgres } from '../test/start-postgres.ts';

const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) throw new Error('usage: create-migration.ts <kebab-name>');
const prismaDirectory = join(import.meta.dirname, '../prisma');
const schema = readFileSync(join(prismaDirectory, 'schema.prisma'), 'utf8');
// The diff runs between two schemas, because the engine cannot read one out of PostgreSQL through
// a driver adapter: this is the left one.
const migratedPath = join(prismaDirectory, 'migrations/migrated.prisma');
const timestamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);

const datamodel = (text: string, kind: string) => ({
  tag: 'schemaDatamodel' as const,
  files: [{ path: 'schema.prisma', content: text.replace('"PROVIDER"', `"${kind}"`) }],
});

/** Prisma's schema engine in its WASM build, so that no binary is needed. */
const openSchemaEngine = (adapterFactory: SqlMigrationAwareDriverAdapterFactory) =>
  SchemaEngine.new(
    { datamodels: undefined },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(adapterFactory),
  );

const binaries = findPostgres();
if (!binaries) throw new Error('PostgreSQL is needed: apt-get install postgresql');
const postgres = await startPostgres(binaries);

for (const kind of ['sqlite', 'postgresql'] as const) {
  const engine = await openSchemaEngine(
    kind === 'sqlite'
      ? createSqliteAdapter(':memory:')
      : new PrismaPg({ connectionString: await createDatabase(postgres.url) }),
  );
  const { stdout } = await engine.diff({
    from: existsSync(migratedPath)
      ? datamodel(readFileSync(migratedPath, 'utf8'), kind)
      : { tag: 'empty' },
    to: datamodel(schema, kind),
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  engine.free();
  if (!stdout?.trim() || stdout.includes('This is an empty migration')) continue;
  const directory = join(
    prismaDirectory,
    'migrations',
    kind,
    `${timestamp}_${name.replaceAll('-', '_')}`,
  );
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'migration.sql'), stdout);
  console.info(directory);
}
await postgres.stop();
writeFileSync(migratedPath, schema);
