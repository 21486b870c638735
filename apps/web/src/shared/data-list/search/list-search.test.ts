import { beforeEach, describe, expect, it } from 'vitest';
import { readPageSize, writePageSize } from '../page-size.ts';
import { addressSearchOf } from './address-search.ts';
import { defineListSearch, wordsOf } from './list-search.ts';

const schema = defineListSearch({ sorts: ['created', 'name'], states: ['expired', 'active'] });
const plain = {
  page: 1,
  q: '',
  sort: 'created',
  order: 'desc',
  state: undefined,
  filters: {},
  edit: undefined,
} as const;

beforeEach(() => localStorage.clear());

describe('the address of a list', () => {
  it.each([
    {},
    { page: '-3', q: null, sort: 'colour', order: 'up', state: 'gone', edit: '' },
    { page: 1.5, q: ['a'], state: 7 },
    { page: Number.NaN },
  ])('ignores what makes no sense in %o', (raw) => {
    expect(schema.parse(addressSearchOf(raw))).toEqual(plain);
  });

  it('is read as the router gives it, and written back without what is the default', () => {
    const raw = { page: 2, q: 12, sort: 'name', order: 'desc', state: 'expired', edit: 5 };
    const search = schema.parse({ ...raw, other: 'x' });
    expect(search).toEqual({ ...raw, q: '12', edit: '5', filters: {} });
    expect(schema.toAddress(search)).toEqual({ ...raw, q: '12', edit: '5' });
    expect(schema.toAddress(plain)).toEqual({});
    expect(schema.toAddress({ ...plain, order: 'asc' })).toEqual({ order: 'asc' });
  });

  it('holds at most 200 characters to search for, of which two are the least', () => {
    expect(schema.parse({ q: 'x'.repeat(300) }).q).toHaveLength(200);
    expect([wordsOf('a'), wordsOf(' a '), wordsOf(' ab ')]).toEqual(['', '', 'ab']);
  });
});

describe('the size of pages (CONTRACT F11)', () => {
  it('is 10 until one of the choices is chosen, and then remembered', () => {
    expect(readPageSize()).toBe(10);
    writePageSize(50);
    expect(readPageSize()).toBe(50);
    localStorage.setItem('admin-page-size', '13');
    expect(readPageSize()).toBe(10);
  });
});
