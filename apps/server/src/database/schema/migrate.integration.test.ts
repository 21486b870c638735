import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { DATABASE_OPTIONS } from '../../../test/database-options.ts';
import { createDatabase } from '../../../test/start-postgres.ts';
import { DATABASES } from '../../../test/start-server.ts';
import { type Database, openDatabase } from '../database.ts';

describe.each(DATABASES)('migrations on %s (SECURITY 12)', (kind) => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-migrate-'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const locate = async (name: string) => {
    const serverUrl = inject('postgresUrl');
    return {
      ...DATABASE_OPTIONS,
      dataDirectory: await mkdtemp(join(directory, `${name}-`)),
      databaseUrl: kind === 'postgresql' && serverUrl ? await createDatabase(serverUrl) : undefined,
    };
  };
  const history = ({ prisma }: Database) =>
    prisma.$queryRawUnsafe<{ migration_name: string; finished_at: unknown }[]>(
      'SELECT "migration_name", "finished_at" FROM "_prisma_migrations"',
    );

  it('are applied to an empty database, and only once', async () => {
    const options = await locate('once');
    const first = await openDatabase(options);
    const applied = await history(first);
    expect(applied.length).toBeGreaterThan(0);
    expect(applied.every((row) => row.finished_at !== null)).toBe(true);
    await first.prisma.setting.create({
      data: { key: 'kept', value: 'x', createdAt: new Date(), updatedAt: new Date() },
    });
    await first.close();
    const second = await openDatabase(options);
    expect(await history(second)).toEqual(applied);
    expect(await second.prisma.setting.count({ where: { key: 'kept' } })).toBe(1);
    await second.close();
  });

  if (kind !== 'postgresql') return;

  it('run once where replicas start together', async () => {
    const options = await locate('together');
    const replicas = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)));
    const [first] = replicas;
    const applied = first ? await history(first) : [];
    expect(new Set(applied.map((row) => row.migration_name)).size).toBe(applied.length);
    await Promise.all(replicas.map((replica) => replica.close()));
  });

  it('ignore the history of a neighbour in another schema', async () => {
    const options = await locate('neighbour');
    const first = await openDatabase(options);
    await first.prisma.$executeRawUnsafe('CREATE SCHEMA neighbour');
    await first.prisma.$executeRawUnsafe('ALTER TABLE "_prisma_migrations" SET SCHEMA neighbour');
    for (const table of ['object_writes', 'leases']) {
      await first.prisma.$executeRawUnsafe(`ALTER TABLE "${table}" SET SCHEMA neighbour`);
    }
    await first.prisma.$executeRawUnsafe(
      `DO $$ DECLARE name text; BEGIN FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
       LOOP EXECUTE format('DROP TABLE public.%I CASCADE', name); END LOOP; END $$`,
    );
    await first.close();
    const second = await openDatabase(options);
    expect((await history(second)).length).toBeGreaterThan(0);
    await second.close();
  });
});

describe.skipIf(inject('postgresUrl') === undefined)('replicas on one PostgreSQL', () => {
  it('notice by keep-alive that a connection is gone', async () => {
    const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
    const databaseUrl = await createDatabase(inject('postgresUrl') ?? '');
    keepAlive.mockClear();
    const { prisma, close } = await openDatabase({
      ...DATABASE_OPTIONS,
      dataDirectory: '',
      databaseUrl,
    });
    await Promise.all(
      Array.from({ length: 5 }, () => prisma.$queryRaw`SELECT 1 AS one FROM pg_sleep(0.1)`),
    );
    // Leaves out the change feed, which has a separate connection.
    const connections = await prisma.$queryRaw<unknown[]>`SELECT pid FROM pg_stat_activity
        WHERE datname = current_database() AND query NOT LIKE 'LISTEN%'`;
    expect(connections.length).toBeGreaterThanOrEqual(5);
    // The connection of the migrations adds one more.
    const kept = keepAlive.mock.calls.filter(([isOn, delayMs]) => isOn && delayMs === 10_000);
    expect(kept.length).toBeGreaterThan(connections.length);
    keepAlive.mockRestore();
    await close();
  });

  it('tell each other what changed', async () => {
    const serverUrl = inject('postgresUrl') ?? '';
    const databaseUrl = await createDatabase(serverUrl);
    const options = { ...DATABASE_OPTIONS, dataDirectory: '', databaseUrl };
    const [one, two] = [await openDatabase(options), await openDatabase(options)];
    const told = new Promise((resolve) => two.changes.subscribe('topic', resolve));
    // Publishes repeatedly, because listening begins in the background.
    const timer = setInterval(() => void one.changes.publish('topic', 'key:1'), 50);
    expect(await told).toBe('key:1');
    clearInterval(timer);
    await Promise.all([one.close(), two.close()]);
  });
});
