import { describe, expect, it } from 'vitest';
import { createMeasuredCache } from './measured-cache.ts';

function createClock() {
  let now = Date.parse('2026-01-01T00:00:00Z');
  return {
    now: () => new Date(now),
    advance: (ms: number) => {
      now += ms;
    },
  };
}

describe('a cache that counts (CONTRACT F2)', () => {
  it('has a hit rate of 0 before the first read', () => {
    const cache = createMeasuredCache<string>({ name: 'x', max: 2, clock: createClock() });
    expect(cache.stats()).toEqual({
      name: 'x',
      hits: 0,
      misses: 0,
      expired: 0,
      invalidations: 0,
      pruned: 0,
      cacheSize: 0,
      hitRate: 0,
    });
  });

  it('counts hits and misses, values that are falsy among them', () => {
    const cache = createMeasuredCache<number>({ name: 'x', max: 2, clock: createClock() });
    cache.set('zero', 0);
    expect([cache.get('zero'), cache.get('zero'), cache.get('zero'), cache.get('no')]).toEqual([
      0,
      0,
      0,
      undefined,
    ]);
    expect(cache.stats()).toMatchObject({ hits: 3, misses: 1, hitRate: 0.75, cacheSize: 1 });
  });

  it('judges age by what each reader allows, and 0 allows nothing (CONTRACT A4)', () => {
    const clock = createClock();
    const cache = createMeasuredCache<string>({ name: 'x', max: 2, clock });
    cache.set('key', 'old');
    clock.advance(999);
    expect(cache.get('key', 1000)).toBe('old');
    clock.advance(1);
    expect(cache.get('key', 2000)).toBe('old');
    expect(cache.get('key', 1000)).toBeUndefined();
    expect(cache.stats()).toMatchObject({ hits: 2, misses: 1, expired: 1, cacheSize: 0 });
    cache.set('key', 'new');
    expect(cache.get('key', 0)).toBeUndefined();
  });

  it('starts an age again when a key is set again', () => {
    const clock = createClock();
    const cache = createMeasuredCache<string>({ name: 'x', max: 2, clock });
    cache.set('key', 'first');
    clock.advance(900);
    cache.set('key', 'second');
    clock.advance(900);
    expect(cache.get('key', 1000)).toBe('second');
    expect(cache.stats()).toMatchObject({ pruned: 0, invalidations: 0 });
  });

  it('prunes what was read longest ago', () => {
    const cache = createMeasuredCache<string>({ name: 'x', max: 2, clock: createClock() });
    cache.set('a', 'a');
    cache.set('b', 'b');
    cache.get('a');
    cache.set('c', 'c');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['a', undefined, 'c']);
    expect(cache.stats()).toMatchObject({ pruned: 1, invalidations: 0, cacheSize: 2 });
  });

  it('keeps no more than its size, and never what is larger than all of it', () => {
    const cache = createMeasuredCache<string>({
      name: 'x',
      maxSize: 10,
      sizeOf: (value) => value.length,
      clock: createClock(),
    });
    cache.set('a', '12345');
    cache.set('b', '12345');
    cache.set('empty', '');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('b')).toBe('12345');
    cache.set('huge', '12345678901');
    expect(cache.get('huge')).toBeUndefined();
    expect(cache.stats()).toMatchObject({ pruned: 1, cacheSize: 2 });
  });

  it('tells of what goes, however it goes, and shows a value without counting that', () => {
    const gone: string[] = [];
    const onRemoved = (key: string, value: number) => void gone.push(`${key}${value}`);
    const cache = createMeasuredCache<number>({
      ...{ name: 'x', max: 2, clock: createClock(), onRemoved },
    });
    for (const key of ['a', 'b', 'b', 'c']) cache.set(key, 1);
    expect([cache.peek('b'), cache.peek('a')]).toEqual([1, undefined]);
    cache.delete('b');
    cache.clear();
    expect(gone).toEqual(['a1', 'b1', 'c1']);
    expect(cache.stats()).toMatchObject({ hits: 0, misses: 0 });
  });

  it('says how much it dropped', () => {
    const cache = createMeasuredCache<number>({ name: 'x', max: 10, clock: createClock() });
    for (const [key, value] of Object.entries({ a1: 1, a2: 2, b1: 1, b2: 9 })) {
      cache.set(key, value);
    }
    expect(cache.delete('none')).toBe(false);
    expect(cache.delete('b2')).toBe(true);
    expect(cache.clear()).toBe(3);
    expect(cache.clear()).toBe(0);
    expect(cache.stats()).toMatchObject({ invalidations: 4, pruned: 0, cacheSize: 0 });
  });
});
