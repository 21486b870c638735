import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { createEntrySorter, type EntryOrder } from './sort-entries.ts';

const BY_NAME: EntryOrder = { sort: 'name', order: 'asc' };
const namesOf = (entries: readonly { name: string }[]) => entries.map(({ name }) => name);

describe('the order of entries (SPEC 2)', () => {
  const page = [
    fakeEntry('b10.txt', { size: 1, modified: '2026-01-02T00:00:00Z' }),
    fakeEntry('b9.txt', { size: 3, modified: '2026-01-03T00:00:00Z' }),
    fakeEntry('zoo/'),
    fakeEntry('A.png', { size: 2, modified: '2026-01-01T00:00:00Z' }),
    fakeEntry('apes/'),
  ];

  it.each([
    ['name', 'asc', ['apes', 'zoo', 'A.png', 'b9.txt', 'b10.txt']],
    ['name', 'desc', ['zoo', 'apes', 'b10.txt', 'b9.txt', 'A.png']],
    ['size', 'asc', ['apes', 'zoo', 'b10.txt', 'A.png', 'b9.txt']],
    ['size', 'desc', ['apes', 'zoo', 'b9.txt', 'A.png', 'b10.txt']],
    ['modified', 'desc', ['apes', 'zoo', 'b9.txt', 'b10.txt', 'A.png']],
    ['type', 'asc', ['apes', 'zoo', 'A.png', 'b9.txt', 'b10.txt']],
  ] as const)('by %s, %s, has folders first and numbers as numbers', (sort, order, expected) => {
    expect(namesOf(createEntrySorter()([page], { sort, order }))).toEqual(expected);
  });

  it('has files of the same second in the order of their names, from either end', () => {
    const entries = ['1.jpg', '2.jpg', 'a/', 'b/'].map((name) => fakeEntry(name));
    const sorted = createEntrySorter()([entries], { sort: 'modified', order: 'desc' });
    expect(namesOf(sorted)).toEqual(['a', 'b', '2.jpg', '1.jpg']);
  });

  it('puts later pages in their places', () => {
    const sort = createEntrySorter();
    const first = [fakeEntry('b'), fakeEntry('d')];
    expect(namesOf(sort([first], BY_NAME))).toEqual(['b', 'd']);
    const second = [fakeEntry('a'), fakeEntry('c'), fakeEntry('z/')];
    expect(namesOf(sort([first, second], BY_NAME))).toEqual(['z', 'a', 'b', 'c', 'd']);
  });

  it.each([
    ['in order', (at: number) => at, 5],
    ['in the order of a storage', (at: number) => Number(`${at}`.padEnd(5, '0')), 50],
    ['from the end', (at: number) => 20_000 - at, 50],
  ])('merges pages that come %s, and compares few names', (_, numberOf, mostReads) => {
    let reads = 0;
    const pages = Array.from({ length: 50 }, (_page, page) =>
      Array.from({ length: 200 }, (_entry, at) => {
        const name = `${numberOf(page * 200 + at)}.bin`;
        const get = () => {
          reads += 1;
          return name;
        };
        return Object.defineProperty(fakeEntry(name), 'name', { get });
      }),
    );
    const sort = createEntrySorter();
    for (const page of pages.keys()) sort(pages.slice(0, page + 1), BY_NAME);
    expect(reads).toBeLessThan(mostReads * 10_000);
    expect(namesOf(sort(pages, BY_NAME))).toEqual(
      namesOf(createEntrySorter()([pages.flat()], BY_NAME)),
    );
  });

  it('gives the same array for the same pages, and starts anew for others', () => {
    const sort = createEntrySorter();
    const first = [fakeEntry('b')];
    const sorted = sort([first], BY_NAME);
    expect(sort([first], { ...BY_NAME })).toBe(sorted);
    expect(namesOf(sort([[fakeEntry('c')]], BY_NAME))).toEqual(['c']);
    expect(namesOf(sort([], BY_NAME))).toEqual([]);
  });

  it('leaves the pages as they were', () => {
    const first = [fakeEntry('b'), fakeEntry('a')];
    createEntrySorter()([first], BY_NAME);
    expect(namesOf(first)).toEqual(['b', 'a']);
  });
});
