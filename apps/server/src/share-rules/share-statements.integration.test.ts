import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#database';
import {
  createTextShareRepository,
  type TextShareRepository,
} from '#features/text-shares/repository.ts';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';

/** More than a search sorts by itself. */
const COUNT = 10_500;
const BATCH = 500;
const numbers = Array.from({ length: COUNT }, (_, at) => at);
const slugOf = (number: number) => `s${String(number).padStart(5, '0')}`;

describe.each(DATABASES)('a search in a long list of shares on %s', (kind) => {
  let directory = '';
  let database: Database;
  let texts: TextShareRepository;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-shares-'));
    const databaseUrl = await newDatabaseUrl(kind);
    database = await openDatabase({ ...DATABASE_OPTIONS, dataDirectory: directory, databaseUrl });
    texts = createTextShareRepository(database.prisma, kind);
    const rows = numbers.map((number) => ({
      id: slugOf(number),
      slug: slugOf(number),
      content: '',
      preview: '',
      contentLength: number % 7,
      searchText: `${slugOf(number)} word ${number < 9_999 ? 'common' : 'rare'} ${number % 100 === 0 ? 'hundred' : ''}`,
      expiresAt: number % 3 === 0 ? null : new Date(number * 1000),
      createdBy: number % 2 === 0 ? 'admin' : 'other',
      createdAt: new Date(number * 1000),
      updatedAt: new Date(number * 1000),
    }));
    for (let at = 0; at < COUNT; at += BATCH) {
      await database.prisma.textShare.createMany({ data: rows.slice(at, at + BATCH) });
    }
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([
    ['everything', 's', numbers],
    ['everything, by trigrams', 'word', numbers],
    ['all but a few', 'common', numbers.slice(0, 9_999)],
    ['some', 'rare', numbers.slice(9_999)],
    ['one', 's07777 word com', [7777]],
    ['none', 'nowhere', []],
    ['every hundredth', 'hundred', numbers.filter((number) => number % 100 === 0)],
  ])('finds %s, in pages', async (_name, search, found) => {
    const ofAdmin = found.filter((number) => number % 2 === 0);
    for (const [filter, expected] of [
      [{ search }, found],
      [{ search, createdBy: 'admin' }, ofAdmin],
    ] as const) {
      for (const [order, sorted] of [
        ['asc', expected],
        ['desc', expected.toReversed()],
      ] as const) {
        for (const skip of [0, 3, Math.max(0, expected.length - 2), expected.length + 5]) {
          const page = await texts.list(filter, { by: 'created', order }, skip, 5);
          const slugs = sorted.slice(skip, skip + 5).map(slugOf);
          expect(page.shares.map(({ slug }) => slug)).toEqual(slugs);
          expect(page.total).toBe(expected.length);
        }
      }
    }
  });

  it('sorts those without an end after all ends, and equal values by their ids', async () => {
    const hundreds = numbers.filter((number) => number % 100 === 0);
    const ending = hundreds.filter((number) => number % 3 !== 0);
    const endless = hundreds.filter((number) => number % 3 === 0);
    const { shares } = await texts.list(
      { search: 'hundred' },
      { by: 'expires', order: 'asc' },
      0,
      200,
    );
    expect(shares.map(({ slug }) => slug)).toEqual([...ending, ...endless].map(slugOf));
    const bySize = await texts.list({ search: 'hundred' }, { by: 'size', order: 'desc' }, 0, 200);
    const expected = hundreds.toSorted((a, b) => (b % 7) - (a % 7) || b - a);
    expect(bySize.shares.map(({ slug }) => slug)).toEqual(expected.map(slugOf));
  });
});
