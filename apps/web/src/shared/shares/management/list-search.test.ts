import { beforeEach, describe, expect, it } from 'vitest';
import { effectiveSearch, listSearchOf, readPageSize, writePageSize } from './list-search.ts';

beforeEach(() => localStorage.clear());

describe('lists of the admin panel', () => {
  it('ignore what makes no sense in the address', () => {
    expect(listSearchOf({ page: '-3', q: '' })).toEqual({});
    expect(listSearchOf({ page: 'x', q: 12 })).toEqual({ q: '12' });
    expect(listSearchOf({ page: 2, q: 'ab' })).toEqual({ page: 2, q: 'ab' });
  });

  it('search from two characters on (SPEC 5)', () => {
    expect([effectiveSearch(' a '), effectiveSearch('ab'), effectiveSearch(undefined)]).toEqual([
      '',
      'ab',
      '',
    ]);
  });

  it('keep one of the page sizes of CONTRACT F11 under its key', () => {
    expect(readPageSize()).toBe(10);
    writePageSize(50);
    expect(localStorage.getItem('admin-page-size')).toBe('50');
    expect(readPageSize()).toBe(50);
    localStorage.setItem('admin-page-size', '7');
    expect(readPageSize()).toBe(10);
  });
});
