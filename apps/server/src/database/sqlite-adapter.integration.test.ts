import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { lockDatabase } from '../../test/lock-database.ts';
import { type Database, openDatabase } from './database.ts';
import { withoutSync } from './without-sync.ts';

describe('transactions on SQLite', () => {
  let directory = '';
  let database: Database;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-sqlite-'));
    database = await openDatabase({
      ...DATABASE_OPTIONS,
      dataDirectory: directory,
      databaseUrl: undefined,
    });
    await database.prisma.setting.deleteMany();
    await database.prisma.$executeRawUnsafe('CREATE TEMP TABLE mark (id INTEGER)');
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  const setting = (key: string) => ({
    data: { key, value: 'x', createdAt: new Date(), updatedAt: new Date() },
  });
  const keys = async () =>
    (await database.prisma.setting.findMany({ orderBy: { key: 'asc' } })).map(({ key }) => key);

  // A temporary table is seen by the connection that made it, and by no other.
  it('run on the connection that everything else runs on, which stays open', async () => {
    const { prisma } = database;
    await prisma.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('INSERT INTO mark VALUES (1)');
    });
    expect(await prisma.$queryRawUnsafe('SELECT id FROM mark')).toHaveLength(1);
  });

  it('leave nothing behind when they are rolled back', async () => {
    const { prisma } = database;
    const failing = prisma.$transaction(async (transaction) => {
      await transaction.setting.create(setting('undone'));
      throw new Error('changed its mind');
    });
    await expect(failing).rejects.toThrow('changed its mind');
    expect(await keys()).toEqual([]);
  });

  it('leave nothing behind, and nothing open, when they cannot be committed', async () => {
    const { prisma } = database;
    const failing = prisma.$transaction(async (transaction) => {
      await transaction.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON');
      await transaction.setting.create(setting('undone'));
      const at = new Date();
      const token = { tokenHash: 'x', adminId: 'nobody', expiresAt: at, createdAt: at };
      await transaction.adminToken.create({ data: token });
    });
    await expect(failing).rejects.toThrow();
    await prisma.$transaction([prisma.setting.create(setting('kept'))]);
    expect(await keys()).toEqual(['kept']);
  });

  it('wait for the disk, unless they are no more than a note of what is to come', async () => {
    const { prisma } = database;
    type Row = { synchronous: bigint | number };
    const syncing = async (client: Pick<typeof prisma, '$queryRawUnsafe'>) => {
      const [row] = await client.$queryRawUnsafe<Row[]>('PRAGMA synchronous');
      return Number(row?.synchronous);
    };
    const [normal, full] = [1, 2];
    const inTransaction = () => prisma.$transaction((transaction) => syncing(transaction));
    expect(await inTransaction()).toBe(full);
    expect(await withoutSync(inTransaction)).toBe(normal);
    expect([await syncing(prisma), await inTransaction()]).toEqual([full, full]);
    const failing = withoutSync(() => prisma.$transaction(() => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(await inTransaction()).toBe(full);
  });

  it('are not seen by others before they end', async () => {
    const { prisma } = database;
    let seen: Promise<string[]> = Promise.resolve([]);
    await prisma.$transaction(async (transaction) => {
      await transaction.setting.create(setting('later'));
      seen = keys();
      await transaction.setting.delete({ where: { key: 'later' } });
    });
    expect(await seen).toEqual(['kept']);
  });

  /** What somebody else sees, who sees nothing that is not committed. */
  async function keysForOthers(): Promise<string[]> {
    const script = `
      const { DatabaseSync } = require('node:sqlite');
      const database = new DatabaseSync(process.argv[1]);
      const rows = database.prepare('SELECT key FROM settings ORDER BY key').all();
      process.stdout.write(JSON.stringify(rows.map(({ key }) => key)));`;
    const path = join(directory, 'satchel.db');
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script, path]);
    return JSON.parse(stdout);
  }

  it('and single statements are kept as soon as they are back, also after a wait', async () => {
    const { prisma } = database;
    const holder = await lockDatabase(join(directory, 'satchel.db'));
    const waiting = [
      prisma.setting.create(setting('waited')),
      prisma.setting.updateMany({ where: { key: 'kept' }, data: { value: 'y' } }),
    ];
    const ended = Promise.all(waiting);
    ended.catch(() => undefined);
    await sleep(200);
    await holder.release();
    await ended;
    expect(await keysForOthers()).toEqual(['kept', 'waited']);
    await prisma.setting.delete({ where: { key: 'waited' } });
    await prisma.$transaction([prisma.setting.create(setting('after'))]);
    expect(await keysForOthers()).toEqual(['after', 'kept']);
    await prisma.setting.delete({ where: { key: 'after' } });
  });

  it('wait for another process, each as long as a statement does', async () => {
    const { prisma } = database;
    const holder = await lockDatabase(join(directory, 'satchel.db'));
    const waiting = ['first', 'second', 'third'].map((key) =>
      prisma.$transaction(async (transaction) => transaction.setting.create(setting(key))),
    );
    const ended = Promise.all(waiting);
    ended.catch(() => undefined);
    // Longer than Prisma would let the second wait for its turn.
    await sleep(3000);
    await holder.release();
    await ended;
    expect(await keys()).toEqual(['first', 'kept', 'second', 'third']);
  });
});
