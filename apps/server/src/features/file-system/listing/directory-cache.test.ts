import { describe, expect, it } from 'vitest';
import { createMeasuredCache, type MeasuredCacheOptions } from '../../../cache/measured-cache.ts';
import { createLocalChangeFeed } from '../../../database/change-feed.ts';
import { createDirectoryCache } from './directory-cache.ts';
import type { DirectoryPage } from './directory-page.ts';

const REMEMBERED = 15_000;
const clock = { now: () => new Date('2026-01-01T00:00:00Z') };
const written = (key: string) => ({ key, size: 1, etag: '"e"', lastModified: clock.now() });

function listingOf(...directories: string[]): DirectoryPage {
  const names = new Set(directories);
  return { items: [], directories: names, hidden: 0, exists: true, cursor: undefined };
}

/** Cache of listings that counts the entries it examines. */
function createCounted() {
  let looked = 0;
  const directories = createDirectoryCache(
    createLocalChangeFeed(),
    clock,
    <Value>(options: MeasuredCacheOptions<Value>) => {
      const cache = createMeasuredCache(options);
      return {
        ...cache,
        peek(key: string) {
          looked += 1;
          return cache.peek(key);
        },
      };
    },
  );
  const read = (prefix: string, form = 'all', listing = listingOf()) =>
    directories.read({ configId: 'c', prefix, form }, 60_000, async () => listing);
  const isRemembered = async (prefix: string, form = 'all') => {
    const { hits } = directories.stats();
    await read(prefix, form);
    return directories.stats().hits > hits;
  };
  const takeLooked = () => {
    const count = looked;
    looked = 0;
    return count;
  };
  return { directories, read, isRemembered, takeLooked };
}

describe('a directory that is followed', () => {
  it('notifies of changes in it and below, not of those beside it, until that ends', async () => {
    const { directories } = createCounted();
    const seen: string[] = [];
    const end = directories.follow('c', 'a/b/', () => seen.push('changed'));
    const countOf = async (work: () => unknown) => {
      seen.length = 0;
      await work();
      return seen.length;
    };
    expect(await countOf(() => directories.written('c', [written('a/b/one')]))).toBe(1);
    expect(await countOf(() => directories.written('c', [written('a/b/c/d/two')]))).toBe(1);
    expect(await countOf(() => directories.removedDirectory('c', 'a/'))).toBe(1);
    for (const key of ['a/bc/one', 'a/b', 'one']) {
      expect(await countOf(() => directories.written('c', [written(key)]))).toBe(0);
    }
    expect(await countOf(() => directories.written('other', [written('a/b/one')]))).toBe(0);
    expect(await countOf(() => directories.clear())).toBe(1);
    end();
    expect(await countOf(() => directories.written('c', [written('a/b/one')]))).toBe(0);
  });
});

describe('the listings that are remembered (SPEC 3)', () => {
  it('are not looked at by a change elsewhere, however many there are', async () => {
    const { directories, read, isRemembered, takeLooked } = createCounted();
    for (let count = 0; count < REMEMBERED; count += 1) await read(`d${count}/`);
    await read('', 'all', listingOf('d7'));
    await read('d7/', 'page');
    takeLooked();
    await directories.written('c', [written('d7/new')]);
    // Examines both forms of the changed directory, and its parent, which lists it.
    expect(takeLooked()).toBe(3);
    await directories.removed('c', ['d8/old']);
    expect(takeLooked()).toBe(1);
    expect(directories.stats()).toMatchObject({ cacheSize: REMEMBERED - 1, invalidations: 3 });
    expect(await isRemembered('')).toBe(true);
    expect(await isRemembered('d7/', 'page')).toBe(false);
  });

  it('are dropped with a directory that goes, and where a new one does not show', async () => {
    const { directories, read, isRemembered } = createCounted();
    for (const prefix of ['', 'a/', 'a/b/', 'ab/']) await read(prefix);
    await directories.removedDirectory('c', 'a/');
    expect(await isRemembered('ab/')).toBe(true);
    expect(await isRemembered('a/b/')).toBe(false);
    await read('', 'all', listingOf('a', 'ab'));
    await directories.written('c', [written('new/f')]);
    expect(await isRemembered('')).toBe(false);
  });

  it('of another bucket stay', async () => {
    const { directories, read, isRemembered } = createCounted();
    await read('a/');
    await directories.written('other', [written('a/f')]);
    expect(directories.clearBucket('other')).toBe(0);
    expect(await isRemembered('a/')).toBe(true);
    expect(directories.clearBucket('c', 'a/')).toBe(1);
    expect(await isRemembered('a/')).toBe(false);
  });

  it('of which one was read while it changed are not kept', async () => {
    const { directories, isRemembered } = createCounted();
    const gate = Promise.withResolvers<DirectoryPage>();
    const key = { configId: 'c', prefix: 'a/', form: 'all' };
    const reading = directories.read(key, 60_000, () => gate.promise);
    await directories.written('c', [written('a/f')]);
    gate.resolve(listingOf());
    await reading;
    expect(await isRemembered('a/')).toBe(false);
  });

  it('are used only once the changes of other replicas have arrived', async () => {
    const local = createLocalChangeFeed();
    let isLate = false;
    let isCut = false;
    const directories = createDirectoryCache(
      {
        ...local,
        isSingleProcess: false,
        async catchUp() {
          if (isLate) await local.publish('directories', 'grown\nc\na/');
          return !isCut;
        },
      },
      clock,
    );
    let loads = 0;
    const load = async () => {
      loads += 1;
      return listingOf();
    };
    const read = () => directories.read({ configId: 'c', prefix: 'a/', form: 'all' }, 60_000, load);
    await read();
    await read();
    expect(loads).toBe(1);
    isLate = true;
    await read();
    expect(loads).toBe(2);
    isLate = false;
    isCut = true;
    await read();
    expect(loads).toBe(3);
  });
});
