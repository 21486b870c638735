import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../../test/database-options.ts';
import { lockDatabase } from '../../../test/lock-database.ts';
import { type Database, openDatabase } from '../database.ts';
import { withoutSync } from '../without-sync.ts';
import { SqliteClient } from './sqlite-client.ts';

it('a closed database is not opened again by late queries, as of clean-ups that a silent storage delays', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'satchel-sqlite-'));
  const { prisma, close } = await openDatabase({
    ...DATABASE_OPTIONS,
    dataDirectory,
    databaseUrl: undefined,
  });
  await prisma.setting.deleteMany();
  await close();
  await expect(prisma.setting.deleteMany()).rejects.toThrow('The database is closed.');
  expect(existsSync(join(dataDirectory, 'satchel.db-wal'))).toBe(false);
  await rm(dataDirectory, { recursive: true });
});

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

  /** Keys that another connection sees, which are the committed ones. */
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

  it('and queries leave the event loop to others, however long they run', async () => {
    const { prisma } = database;
    const turnsDuring = async (query: Promise<unknown>) => {
      let turns = 0;
      let isRunning = true;
      const count = () => {
        turns += 1;
        if (isRunning) setImmediate(count);
      };
      setImmediate(count);
      await query;
      isRunning = false;
      return turns;
    };
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)`;
    const short = await turnsDuring(prisma.$queryRawUnsafe('SELECT 1'));
    const longRead = prisma.$queryRawUnsafe(`${numbers} SELECT count(*) FROM n`);
    const longWrite = prisma.$executeRawUnsafe(
      `UPDATE settings SET value = (${numbers} SELECT count(*) FROM n) WHERE key = 'kept'`,
    );
    // In this thread, the long query would leave the event loop no more turns than a short one.
    expect(await turnsDuring(longRead)).toBeGreaterThan(short * 20);
    expect(await turnsDuring(longWrite)).toBeGreaterThan(short * 20);
  });

  it('do not hold up those who only read, and a long read does not hold up a short one', async () => {
    const { prisma } = database;
    const done: string[] = [];
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)`;
    await prisma.$transaction(async (transaction) => {
      await transaction.setting.create(setting('unseen'));
      const long = prisma.$queryRawUnsafe(`${numbers} SELECT count(*) FROM n`);
      const longDone = long.then(() => done.push('long'));
      expect(await keys()).not.toContain('unseen');
      done.push('short');
      await longDone;
      await transaction.setting.delete({ where: { key: 'unseen' } });
    });
    expect(done).toEqual(['short', 'long']);
  });

  it('that fail leave single statements alone that were committed together with them', async () => {
    const { prisma } = database;
    const holder = await lockDatabase(join(directory, 'satchel.db'));
    // All of these wait for the lock, and are written in one commit afterwards.
    const all = Promise.allSettled(
      ['one', 'kept', 'two'].map((key) => prisma.setting.create(setting(key))),
    );
    await sleep(100);
    await holder.release();
    const [one, kept, two] = await all;
    expect([one?.status, kept?.status, two?.status]).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(kept).toMatchObject({ reason: { code: 'P2002' } });
    expect(await keys()).toEqual(['kept', 'one', 'two']);
    await prisma.setting.deleteMany({ where: { key: { in: ['one', 'two'] } } });
  });

  it('keep every kind of value, in tables and in expressions', async () => {
    const { prisma } = database;
    const at = new Date('2026-01-02T03:04:05.678Z');
    const [row] = await prisma.$queryRaw<Record<string, unknown>[]>`
      SELECT ${2n ** 62n} AS big, ${7} AS small, typeof(${7}) AS "typeOfSmall", ${1.5} AS fraction,
        ${'é😀'} AS text, ${at} AS date, ${new Uint8Array([0, 255])} AS bytes, ${null} AS empty`;
    expect(row).toEqual({
      big: 2n ** 62n,
      small: 7,
      typeOfSmall: 'integer',
      fraction: 1.5,
      text: 'é😀',
      date: '2026-01-02T03:04:05.678+00:00',
      bytes: new Uint8Array([0, 255]),
      empty: null,
    });
    await prisma.setting.create({
      data: { key: 'dated', value: '', createdAt: at, updatedAt: at },
    });
    expect(await prisma.setting.findUnique({ where: { key: 'dated' } })).toMatchObject({
      createdAt: at,
    });
    await prisma.setting.delete({ where: { key: 'dated' } });
  });

  it('wait for another process, each as long as a statement does', async () => {
    const { prisma } = database;
    const holder = await lockDatabase(join(directory, 'satchel.db'));
    const waiting = ['first', 'second', 'third'].map((key) =>
      prisma.$transaction(async (transaction) => transaction.setting.create(setting(key))),
    );
    const ended = Promise.all(waiting);
    ended.catch(() => undefined);
    // Longer than Prisma's default limit for a waiting transaction.
    await sleep(3000);
    await holder.release();
    await ended;
    expect(await keys()).toEqual(['first', 'kept', 'second', 'third']);
  });
});

describe('the end of a client of SQLite', () => {
  it('writes the log back into the database, also after a long read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-sqlite-'));
    const path = join(directory, 'satchel.db');
    // Creates the file as `openDatabase` does, because a reading connection cannot, and may open before
    // the writer.
    await writeFile(path, '');
    const client = new SqliteClient(path);
    await client.executeScript('PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER)');
    expect(existsSync(`${path}-wal`)).toBe(true);
    const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000)
      SELECT count(*) FROM n, notes`;
    const read = client.execute({ sql, args: [] });
    await client.close();
    await read;
    expect(existsSync(`${path}-wal`)).toBe(false);
    await rm(directory, { recursive: true, force: true });
  });
});
