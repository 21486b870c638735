import { describe, expect, it } from 'vitest';
import { type ChangeFeed, createLocalChangeFeed } from '#database/change-feed.ts';
import { createInvalidatedCache } from './invalidated-cache.ts';

const oneProcess = createLocalChangeFeed;
/** Change feed that never reports the changes of other processes. */
const cutFeed = (): ChangeFeed => ({
  ...createLocalChangeFeed(),
  isSingleProcess: false,
  isConnected: false,
});

/** Returns 1, 2, 3 and so on. */
function createLoad() {
  let loads = 0;
  return async () => {
    loads += 1;
    return loads;
  };
}

describe('a cache that is dropped by changes', () => {
  it('reads a value once, and again after a change of it or of all', async () => {
    const changes = oneProcess();
    const cache = createInvalidatedCache<number>({ topic: 'x', changes, max: 9 });
    const load = createLoad();
    const find = () => cache.find('key', load);
    expect([await find(), await find()]).toEqual([1, 1]);
    cache.drop(['other']);
    expect(await find()).toBe(1);
    cache.drop(['key']);
    expect([await find(), await find()]).toEqual([2, 2]);
    cache.drop();
    expect(await find()).toBe(3);
  });

  it('does not keep what was read before a change and came after it', async () => {
    const cache = createInvalidatedCache<string>({ topic: 'x', changes: oneProcess(), max: 9 });
    const { promise, resolve } = Promise.withResolvers<string>();
    const slow = cache.find('key', () => promise);
    cache.drop(['key']);
    resolve('old');
    expect(await slow).toBe('old');
    expect(await cache.find('key', async () => 'new')).toBe('new');
  });

  it('uses no value that is no longer to be kept', async () => {
    let isKept = true;
    const cache = createInvalidatedCache<number>({
      topic: 'x',
      changes: oneProcess(),
      max: 9,
      isKept: () => isKept,
    });
    const load = createLoad();
    await cache.find('key', load);
    isKept = false;
    expect([await cache.find('key', load), await cache.find('key', load)]).toEqual([2, 3]);
  });

  it('keeps nothing where others change the database and nobody can say which version is true', async () => {
    const cache = createInvalidatedCache<number>({ topic: 'x', changes: cutFeed(), max: 9 });
    const load = createLoad();
    expect([await cache.find('key', load), await cache.find('key', load)]).toEqual([1, 2]);
  });

  it('goes by the version of the database where others change it, and not by the feed', async () => {
    let version = 7;
    const cache = createInvalidatedCache<number>({
      topic: 'x',
      changes: cutFeed(),
      max: 9,
      currentVersion: async () => version,
    });
    const load = createLoad();
    const find = () => cache.find('key', load);
    expect([await find(), await find()]).toEqual([1, 1]);
    version = 8;
    expect([await find(), await find()]).toEqual([2, 2]);
  });

  it('takes a value for no newer than the version was before it was read', async () => {
    let version = 1;
    const cache = createInvalidatedCache<number>({
      topic: 'x',
      changes: cutFeed(),
      max: 9,
      currentVersion: async () => version,
    });
    const load = createLoad();
    await cache.find('key', () => {
      version = 2;
      return load();
    });
    expect(await cache.find('key', load)).toBe(2);
  });
});
