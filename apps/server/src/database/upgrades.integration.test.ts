import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { makeMigrationsFolder, migrationNames } from '../../test/migration-folders.ts';
import { comparable, populate, readRows } from '../../test/populated-database.ts';
import { createDatabase } from '../../test/start-postgres.ts';
import { DATABASES } from '../../test/start-server.ts';
import { openDatabase } from './database.ts';
import {
  openPostgresSchema,
  openSqliteSchema,
  type SchemaConnection,
} from './schema-connection.ts';

type Rows = Awaited<ReturnType<typeof readRows>>;
type Row = Readonly<Record<string, unknown>>;

/** Rows that a migration removes or changes on purpose, by migration and row. */
const EXPECTED_LOSSES: Readonly<Record<string, Readonly<Record<string, (row: Row) => boolean>>>> = {
  // Open uploads are no longer shares: they are in the ledger, or their clients start again.
  '20261122001400_ledger': { file_shares: (row) => row.committed_at === null },
};

const LATER = '29990101000000_later';
const CHILD = join(import.meta.dirname, '../../test/migrate-child.ts');
const STALL = {
  sqlite: 'WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c;',
  postgresql: 'SELECT pg_sleep(3);',
} as const;

describe.each(DATABASES)('upgrades on %s (SECURITY 19)', async (kind) => {
  const names = await migrationNames(kind);
  const releases = names.map((name, index) => [name, names.slice(0, index + 1)] as const);
  const upgradable = releases.slice(0, -1);
  // The newest migration, the oldest and one between them: to be killed is the same for all.
  const killed = [0, Math.floor(upgradable.length / 2), upgradable.length - 1].flatMap((index) =>
    upgradable.slice(index, index + 1),
  );
  let root = '';
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'satchel-upgrades-'));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const folderOf = async (applied: readonly string[], others: Record<string, string> = {}) =>
    makeMigrationsFolder(kind, await mkdtemp(join(root, 'migrations-')), applied, others);
  const locate = async () => {
    const serverUrl = inject('postgresUrl');
    return {
      dataDirectory: await mkdtemp(join(root, 'data-')),
      databaseUrl: kind === 'postgresql' && serverUrl ? await createDatabase(serverUrl) : undefined,
    };
  };
  type Location = Awaited<ReturnType<typeof locate>>;
  const open = async (location: Location, migrationsDirectory?: string) => {
    const folder = migrationsDirectory === undefined ? {} : { migrationsDirectory };
    await (await openDatabase({ ...DATABASE_OPTIONS, ...location, ...folder })).close();
  };
  const connect = ({ dataDirectory, databaseUrl }: Location): Promise<SchemaConnection> =>
    databaseUrl === undefined
      ? Promise.resolve(openSqliteSchema(join(dataDirectory, 'satchel.db')))
      : openPostgresSchema(databaseUrl);
  const query = async (location: Location, sql: string) => {
    await using connection = await connect(location);
    return await connection.query(sql);
  };
  const rowsOf = async (location: Location) => {
    await using connection = await connect(location);
    return await readRows(connection);
  };
  /** Creates a database as a release leaves it, with rows in every table. */
  const release = async (applied: readonly string[]) => {
    const location = await locate();
    await open(location, await folderOf(applied));
    await using connection = await connect(location);
    // The first releases had no claims.
    await connection.run('DELETE FROM "settings"');
    const sealed = DATABASE_OPTIONS.secretKey.encrypt('secret');
    await populate(connection, { 'storage_configs.secret_access_key_encrypted': sealed });
    const rows = await readRows(connection);
    for (const [table, byKey] of rows) expect([table, byKey.size]).toEqual([table, 3]);
    return { location, rows };
  };
  const expectKept = async (location: Location, before: Rows, pending: readonly string[]) => {
    const after = await rowsOf(location);
    const wanted = new Map(before);
    for (const name of pending) {
      for (const [table, isLost] of Object.entries(EXPECTED_LOSSES[name] ?? {})) {
        const kept = [...(wanted.get(table) ?? [])].filter(([, row]) => !isLost(row));
        wanted.set(table, new Map(kept));
      }
    }
    const found = comparable(after, before);
    for (const key of Object.keys(found.settings ?? {})) {
      if (key.includes('claim')) delete found.settings?.[key];
    }
    // Leftovers in the storage of an upload that has to start again are listed for deletion.
    for (const key of Object.keys(found.pending_deletions ?? {})) {
      if (key.includes('share-')) delete found.pending_deletions?.[key];
    }
    expect(found).toEqual(comparable(wanted, after));
  };
  const history = async (location: Location) =>
    (await query(location, 'SELECT "migration_name" FROM "_prisma_migrations"')).map((row) =>
      String(row.migration_name),
    );

  it.each(releases)('keep every row of a database that ended with %s', async (_name, applied) => {
    const { location, rows } = await release(applied);
    await open(location);
    expect((await history(location)).sort()).toEqual(names);
    await expectKept(location, rows, names.slice(applied.length));
  });

  it.each(killed)(
    'keep every row when they are killed half-way and begun again, from %s',
    async (_name, applied) => {
      const { location, rows } = await release(applied);
      const next = names[applied.length] ?? '';
      const stalling = await folderOf([...applied, next]);
      const script = join(stalling, kind, next, 'migration.sql');
      await writeFile(script, `${await readFile(script, 'utf8')}\n${STALL[kind]}`);
      const child = spawn(process.execPath, [
        ...['--disable-warning=ExperimentalWarning', CHILD],
        ...[location.dataDirectory, location.databaseUrl ?? '', stalling],
      ]);
      await isMigrating(location, child);
      child.kill('SIGKILL');
      await once(child, 'close');
      // Removes the last statement, which never ends; it counts as the same migration.
      await open(location);
      expect((await history(location)).sort()).toEqual(names);
      await expectKept(location, rows, names.slice(applied.length));
    },
  );

  /** Waits until the child has run its migration except the last statement and the commit. */
  const isMigrating = async ({ dataDirectory, databaseUrl }: Location, child: ChildProcess) => {
    if (databaseUrl === undefined) {
      await vi.waitFor(
        async () => expect((await readdir(dataDirectory)).join()).toContain('.before-'),
        { timeout: 20_000 },
      );
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(child.exitCode).toBeNull();
      return;
    }
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const sleeping =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    await vi.waitFor(async () => expect((await client.query(sleeping)).rowCount).toBe(1), {
      timeout: 20_000,
    });
    await client.end();
  };

  /** Leaves out SQLite's own files, which the driver removes some time after closing. */
  const filesIn = async ({ dataDirectory }: Location) =>
    (await readdir(dataDirectory)).filter((name) => !/-(wal|shm)$/.test(name));

  it('refuse a database of a newer version, and touch nothing', async () => {
    const { location, rows } = await release(names);
    await open(location, await folderOf(names, { [LATER]: 'CREATE TABLE "later" ("id" TEXT);' }));
    const before = await filesIn(location);
    await expect(open(location)).rejects.toThrow(
      /newer version of Satchel \(29990101000000_later\)/,
    );
    expect(await filesIn(location)).toEqual(before);
    expect(await history(location)).toContain(LATER);
    await expectKept(location, rows, []);
  });

  it('take back a migration that fails in its middle, and go on when it is mended', async () => {
    const { location, rows } = await release(names);
    const failing =
      'CREATE TABLE "later" ("id" TEXT);\nDELETE FROM "mounts";\nSELECT no_such_thing();';
    await expect(open(location, await folderOf(names, { [LATER]: failing }))).rejects.toThrow();
    expect(await history(location)).not.toContain(LATER);
    await expectKept(location, rows, []);
    await open(location, await folderOf(names, { [LATER]: 'CREATE TABLE "later" ("id" TEXT);' }));
    expect(await history(location)).toContain(LATER);
    await expectKept(location, rows, []);
  });

  it('go on after the note of an older version that a crash has cut off', async () => {
    const { location, rows } = await release(names);
    const columns = '"id", "checksum", "migration_name", "applied_steps_count"';
    const note = `INSERT INTO "_prisma_migrations" (${columns}) VALUES ('x', 'x', '${LATER}', 0)`;
    await query(location, note);
    const folder = await folderOf(names, { [LATER]: 'CREATE TABLE "later" ("id" TEXT);' });
    await open(location, folder);
    expect((await history(location)).filter((name) => name === LATER)).toHaveLength(1);
    await expectKept(location, rows, []);
  });

  if (kind !== 'sqlite') return;

  /** Rebuilds the table as Prisma does: SQLite cannot add a foreign key to an existing table. */
  const redefine = async (location: Location, admin: string) => {
    const sql = "SELECT sql FROM sqlite_master WHERE name = 'storage_configs'";
    const [table] = await query(location, sql);
    const definition = String(table?.sql).replace('"storage_configs"', '"new_storage_configs"');
    const reference = ', FOREIGN KEY ("admin_id") REFERENCES "admins" ("id") ON DELETE SET NULL';
    return `PRAGMA defer_foreign_keys=ON;
      PRAGMA foreign_keys=OFF;
      ${definition.trimEnd().replace(/\)$/, `${reference})`)};
      INSERT INTO "new_storage_configs" SELECT * FROM "storage_configs";
      UPDATE "new_storage_configs" SET "admin_id" = ${admin};
      DROP TABLE "storage_configs";
      ALTER TABLE "new_storage_configs" RENAME TO "storage_configs";
      PRAGMA foreign_keys=ON;
      PRAGMA defer_foreign_keys=OFF;`;
  };

  it('keep what refers to a table that a migration makes anew', async () => {
    const { location, rows } = await release(names);
    const sql = await redefine(location, "'id-0'");
    await open(location, await folderOf(names, { [LATER]: sql }));
    const after = await rowsOf(location);
    for (const [table, byKey] of rows) {
      expect([table, [...byKey.keys()]]).toEqual([
        table,
        [...(after.get(table)?.keys() ?? [])].filter((key) => !key.includes('claim')),
      ]);
    }
    expect([...(after.get('storage_configs')?.values() ?? [])][0]?.admin_id).toBe('id-0');
  });

  it('take back a migration after which rows refer to what is not there', async () => {
    const { location, rows } = await release(names);
    const sql = await redefine(location, "'nobody'");
    const refused = open(location, await folderOf(names, { [LATER]: sql }));
    await expect(refused).rejects.toThrow(
      /29990101000000_later was taken back: after it 3 rows .* storage_configs to admins/,
    );
    expect(await history(location)).not.toContain(LATER);
    await expectKept(location, rows, []);
  });

  const copiesIn = async ({ dataDirectory }: Location) =>
    (await readdir(dataDirectory)).filter((name) => name.includes('.before-')).sort();

  it.each(upgradable)('copy the database before, from %s', async (_name, applied) => {
    const { location, rows } = await release(applied);
    await open(location);
    const copy = `satchel.db.before-${names[applied.length]}`;
    expect(await copiesIn(location)).toEqual([copy]);
    const path = join(location.dataDirectory, copy);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await using connection = openSqliteSchema(path);
    expect(await readRows(connection)).toEqual(rows);
  });

  it('copy nothing where there is nothing to migrate, and keep the two newest copies', async () => {
    const { location } = await release(names.slice(0, 1));
    for (const [, applied] of releases) await open(location, await folderOf(applied));
    const expected = names.slice(-2).map((name) => `satchel.db.before-${name}`);
    expect(await copiesIn(location)).toEqual(expected);
    await open(location);
    expect(await copiesIn(location)).toEqual(expected);
  });

  it('change nothing where the copy cannot be made', async () => {
    const { location, rows } = await release(names.slice(0, 1));
    await mkdir(join(location.dataDirectory, 'satchel.db.copying', 'in-the-way'), {
      recursive: true,
    });
    await expect(open(location)).rejects.toThrow(/could not be copied .* so nothing was changed: /);
    expect(await history(location)).toEqual(names.slice(0, 1));
    expect(await rowsOf(location)).toEqual(rows);
  });
});
