import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#shared/api/query-client.ts';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { directoryOptions, type Entry } from '../queries.ts';
import { StoredEntries } from './stored-entries.ts';

const READ_AT = Date.now() - 5000;

function page(items: readonly Entry[], next_cursor: string | null = null) {
  return {
    ...{ path: '/m/', type: 'directory' as const, isDirectory: true as const, isRoot: false },
    ...{ isVirtual: false, items: [...items], next_cursor },
  };
}

function read(path: string, ...pages: ReturnType<typeof page>[]): void {
  const data = { pages, pageParams: pages.map(() => '') };
  queryClient.setQueryData(directoryOptions(path).queryKey, data, { updatedAt: READ_AT });
}

const queryOf = (path: string) => queryClient.getQueryState(directoryOptions(path).queryKey);
const entriesOf = (path: string) => queryOf(path)?.data?.pages.flatMap(({ items }) => items);
const pathsOf = (path: string) => entriesOf(path)?.map((entry) => entry.path);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
});

describe('what was stored', () => {
  it('is in the lists that are read, with the folders that came with it, and the lists stay as old as they were', () => {
    read('/m', page([fakeEntry('b.md', { type: 5, typeName: 'text' })]));
    const stored = new StoredEntries('/m');
    stored.addFile({ path: '/m/tree/in/c.txt', size: 3 });
    stored.addFile({ path: '/m/a.md', size: 4, etag: '"x"' });
    expect(pathsOf('/m'), 'changes are collected').toEqual(['/m/b.md']);
    vi.advanceTimersByTime(1000);
    expect(pathsOf('/m')).toEqual(['/m/b.md', '/m/tree/', '/m/a.md']);
    expect(entriesOf('/m')?.at(-1)).toMatchObject({ size: 4, etag: '"x"', typeName: 'text' });
    expect(queryOf('/m')).toMatchObject({ dataUpdatedAt: READ_AT, isInvalidated: false });
    expect(queryOf('/m/tree'), 'a list that nobody has read is not made').toBeUndefined();
  });

  it('takes the place of what had its name', () => {
    read('/m', page([fakeEntry('a.txt'), fakeEntry('b.txt')]));
    const stored = new StoredEntries('/m');
    stored.addFile({ path: '/m/a.txt', size: 9 });
    stored.end();
    expect(entriesOf('/m')).toMatchObject([{ path: '/m/a.txt', size: 9 }, { path: '/m/b.txt' }]);
  });

  it('waits for a list whose pages are still coming, and where it ends first that is read again', () => {
    read('/m', page([fakeEntry('b.txt')], 'more'));
    const stored = new StoredEntries('/m');
    stored.addFile({ path: '/m/a.txt', size: 9 });
    vi.advanceTimersByTime(1000);
    expect(pathsOf('/m')).toEqual(['/m/b.txt']);
    read('/m', page([fakeEntry('b.txt')], 'more'), page([fakeEntry('c.txt')]));
    vi.advanceTimersByTime(1000);
    expect(pathsOf('/m')).toEqual(['/m/b.txt', '/m/c.txt', '/m/a.txt']);
    read('/m', page([fakeEntry('b.txt')], 'more'));
    stored.addFile({ path: '/m/d.txt', size: 1 });
    stored.end();
    expect(queryOf('/m')?.isInvalidated).toBe(true);
  });
});
