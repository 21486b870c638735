import { describe, expect, it } from 'vitest';
import { pageOf } from './page-of.ts';

interface Key {
  name: string;
  uses: number | null;
}
const KEYS: Key[] = [
  { name: 'key 10', uses: 3 },
  { name: 'key 9', uses: null },
  { name: 'Build', uses: 7 },
];
const list = { q: '', sort: 'name', order: 'asc', state: undefined, page: 1, pageSize: 2 } as const;
const show = (changes: object) => {
  const page = pageOf<Key, 'name' | 'uses', 'used'>(
    KEYS,
    { ...list, ...changes },
    {
      textOf: ({ name }) => name,
      sortValueOf: (key, sort) => key[sort],
      isInState: ({ uses }) => uses !== null,
    },
  );
  return { names: page.rows.map(({ name }) => name), total: page.total };
};

describe('a page of rows that are all here', () => {
  it('is sorted as people sort, numbers in names too', () => {
    expect(show({})).toEqual({ names: ['Build', 'key 9'], total: 3 });
    expect(show({ page: 2 }).names).toEqual(['key 10']);
    expect(show({ order: 'desc' }).names).toEqual(['key 10', 'key 9']);
  });

  it('has what is missing last, whichever way it is sorted', () => {
    expect(show({ sort: 'uses', pageSize: 9 }).names).toEqual(['key 10', 'Build', 'key 9']);
    expect(show({ sort: 'uses', order: 'desc', pageSize: 9 }).names.at(-1)).toBe('key 9');
  });

  it('is searched and filtered', () => {
    expect(show({ q: 'KEY' })).toEqual({ names: ['key 9', 'key 10'], total: 2 });
    expect(show({ q: 'k' }).total, 'one letter is too few').toBe(3);
    expect(show({ state: 'used' })).toEqual({ names: ['Build', 'key 10'], total: 2 });
  });
});
