import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { type Database, openDatabase, type Prisma } from './database.ts';

describe('transactions that share one commit (SQLite)', () => {
  let directory = '';
  let database: Database;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-shared-'));
    const onError = (error: unknown) => {
      throw error;
    };
    const options = { ...DATABASE_OPTIONS, dataDirectory: directory, onError };
    database = await openDatabase({ ...options, databaseUrl: undefined });
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  const add = (key: string) => async (transaction: Prisma.TransactionClient) => {
    const now = new Date();
    await transaction.setting.create({ data: { key, value: key, createdAt: now, updatedAt: now } });
    return key;
  };
  const keys = async (prefix: string) => {
    const where = { key: { startsWith: prefix } };
    return (await database.prisma.setting.findMany({ where })).map(({ key }) => key).toSorted();
  };

  it('run what waits together, and give each its own result', async () => {
    const begun = vi.spyOn(database.prisma, '$transaction');
    const names = Array.from({ length: 20 }, (_, index) => `a${String(index).padStart(2, '0')}`);
    expect(await Promise.all(names.map((name) => database.transactTogether(add(name))))).toEqual(
      names,
    );
    expect(await keys('a')).toEqual(names);
    // The first runs at once, the others while it runs.
    expect(begun.mock.calls.length).toBeLessThan(5);
    begun.mockRestore();
  });

  it('fail alone: what waited together with a failure is there', async () => {
    const ends = await Promise.allSettled(
      ['b1', 'b2', 'b2', 'b3', 'b4'].map((name) => database.transactTogether(add(name))),
    );
    expect(ends.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    ]);
    expect(await keys('b')).toEqual(['b1', 'b2', 'b3', 'b4']);
  });

  it('leave nothing of a work that fails half-way', async () => {
    const half = async (transaction: Prisma.TransactionClient) => {
      await add('c half')(transaction);
      throw new Error('no');
    };
    const works = [add('c1'), half, add('c2')];
    await Promise.allSettled(works.map((work) => database.transactTogether(work)));
    expect(await keys('c')).toEqual(['c1', 'c2']);
  });
});
