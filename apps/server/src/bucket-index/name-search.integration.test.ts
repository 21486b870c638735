import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASE_OPTIONS } from '../../test/database-options.ts';
import { storageConfigRow } from '../../test/listed-bucket.ts';
import { DATABASES, newDatabaseUrl } from '../../test/start-server.ts';
import { systemClock } from '../clock.ts';
import { type Database, openDatabase } from '../database/database.ts';
import { createIndexRepository, type IndexRepository } from './index-repository.ts';
import { compareHits, createNameSearch, type NameHits, type SearchNames } from './name-search.ts';
import { searchNameOf, toSearchName } from './search-name.ts';
import { isInRegion, type SearchRegion } from './search-region.ts';

const AT = new Date('2026-01-01T00:00:00Z');
/** More names than a search reads from the trigram index. */
const MANY = 2500;

const NAMES = [
  'Report.pdf',
  'reporting "now".PDF',
  'a_b%c\\d.txt',
  'axb%c\\d.txt',
  'it’s ΌΣΟΣ.doc',
  'Straße.jpg',
  'emoji 🦊🦊🦊.png',
  'quote \' and " more',
  'AND OR NOT NEAR(a b).md',
  'search_name : x*',
  '--- -.-',
  'İstanbul.txt',
];
const QUERIES = [
  ...['report', 'REPORT', 'pdf', 'rep', 're', '.p', '"no', '" m', '"', '"""', "' a", 'NOT NEAR(a'],
  ...['a_b', '_b%c', '%c\\', '___', '%%%', 'σοσ', 'ΟΣ.', 'ß', 'aße', '🦊🦊', '🦊🦊🦊', '🦊.p'],
  ...['search_name : x*', '--- -', '---', 'istanbul', 'i̇st', 'nowhere', 'bulk', 'bulk-', 'bulk-24'],
  ...['bulk-2499.txt', 'x\0y', 'abc\0def', '\ud83e\ud83e\ud83e'],
];

describe.each(DATABASES)('a search for names on %s', (kind) => {
  let directory = '';
  let database: Database;
  let repository: IndexRepository;
  let searchNames: SearchNames;
  const keys = new Map<string, readonly string[]>();
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-names-'));
    const databaseUrl = await newDatabaseUrl(kind);
    const location = { dataDirectory: directory, databaseUrl };
    database = await openDatabase({ ...DATABASE_OPTIONS, ...location });
    repository = createIndexRepository(database.prisma, database.kind, systemClock);
    searchNames = createNameSearch(database.prisma, database.kind);
    for (const id of ['one', 'two']) {
      await database.prisma.storageConfig.create({ data: storageConfigRow(id, AT) });
      await repository.begin({ id, location: id }, 'me', AT, AT);
      await write(
        id,
        NAMES.flatMap((name) => [name, `in/${name}`, `in/side/${name}`, `inner/${name}`]),
      );
    }
    const bulk = Array.from({ length: MANY }, (_, index) => `in/bulk-${index}.txt`);
    await write('two', bulk);
  });
  afterAll(async () => {
    await database.close();
    await rm(directory, { recursive: true, force: true });
  });

  const write = async (id: string, added: readonly string[]) => {
    keys.set(id, [...(keys.get(id) ?? []), ...added]);
    const objects = added.map((key) => ({ key, size: 1, etag: 'e', lastModified: AT }));
    await database.prisma.$transaction((transaction) =>
      repository.addWritten(transaction, id, objects),
    );
  };
  const remove = async (id: string, removed: readonly string[]) => {
    keys.set(
      id,
      (keys.get(id) ?? []).filter((key) => !removed.includes(key)),
    );
    await repository.removeKeys(id, removed);
  };
  const search = (name: string, regions: readonly SearchRegion[]) =>
    searchNames({
      name,
      regions,
      places: regions.map((_, region) => ({ place: region, region })),
      limit: 200,
      offset: 0,
    });
  /** Expected names, each compared individually. */
  const expected = (name: string, { configId, ...region }: SearchRegion) =>
    (keys.get(configId) ?? []).filter(
      (key) => isInRegion({ configId, ...region }, key) && searchNameOf(key).includes(name),
    );
  const REGIONS: readonly SearchRegion[] = [
    { configId: 'one', prefix: '', hidden: [] },
    { configId: 'two', prefix: 'in/', hidden: ['in/side'] },
    { configId: 'one', prefix: '', hidden: ['in', 'inner/Report.pdf'] },
  ];

  it.each(QUERIES)('finds %j as a comparison one by one does (SECURITY 9)', async (query) => {
    const name = toSearchName(query);
    for (const regions of [REGIONS, ...REGIONS.map((region) => [region])]) {
      const found = await search(name, regions);
      const wanted = regions.map((region) => expected(name, region).slice(0, 1000));
      expect(found.total).toBe(wanted.flat().length);
      if (found.total <= 200) {
        const shown = found.hits.map(({ place, key }) => `${place} ${key}`);
        const all = wanted.flatMap((list, place) => list.map((key) => `${place} ${key}`));
        expect(shown.toSorted()).toEqual(all.toSorted());
      }
    }
  });

  it('counts at most 1000 of a place, however it is found (CONTRACT F7)', async () => {
    const [, second] = REGIONS;
    const regions = second ? [second] : [];
    expect(await search('bulk-', regions)).toMatchObject({ total: 1000 });
    expect((await search('bulk-', regions)).hits).toHaveLength(200);
  });

  it('shows each hit of a region in all of its places, on whichever page (CONTRACT F7)', async () => {
    const places = [1, 2, 0, 1, 1, 0].map((region, place) => ({ place, region }));
    for (const name of ['report', 'bulk-24', 'in']) {
      const page = (limit: number, offset: number) =>
        searchNames({ name, regions: REGIONS, places, limit, offset });
      const shown = (found: NameHits) => found.hits.map(({ place, key }) => `${place} ${key}`);
      const sizes = REGIONS.map((region) => Math.min(1000, expected(name, region).length));
      const whole = await page(10_000, 0);
      expect(whole.total).toBe(places.reduce((sum, { region }) => sum + (sizes[region] ?? 0), 0));
      expect(whole.hits).toEqual(whole.hits.toSorted(compareHits));
      expect(new Set(shown(whole)).size).toBe(whole.total);
      for (const offset of [0, 7, whole.total - 3]) {
        const part = await page(7, offset);
        expect(part.total).toBe(whole.total);
        expect(shown(part)).toEqual(shown(whole).slice(offset, offset + 7));
      }
    }
  });

  it('keeps to what is written and removed, while a crawl runs and after', async () => {
    const [region] = REGIONS;
    const regions = region ? [region] : [];
    await write('one', ['late/unheard-of.txt']);
    expect(await search('unheard-of', regions)).toMatchObject({ total: 1 });
    await remove('one', ['late/unheard-of.txt']);
    expect(await search('unheard-of', regions)).toMatchObject({ total: 0 });
    await write('one', ['late/unheard-of.txt']);
    await write('one', ['late/unheard-of.txt']);
    expect(await search('unheard-of', regions)).toMatchObject({ total: 1 });
    await database.prisma.bucketIndex.updateMany({ data: { holder: null } });
    await remove('one', ['late/unheard-of.txt']);
    expect(await search('unheard-of', regions)).toMatchObject({ total: 0 });
    if (kind === 'sqlite') {
      await database.prisma.$executeRawUnsafe(
        "INSERT INTO bucket_entries_search (bucket_entries_search, rank) VALUES ('integrity-check', 1)",
      );
    }
  });
});
