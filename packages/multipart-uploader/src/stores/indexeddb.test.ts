import { afterEach, expect, it, vi } from 'vitest';
import { createIndexedDbStore } from './indexeddb.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('a database that never answers is waited for once, and then fails', async () => {
  vi.useFakeTimers();
  const open = vi.fn(() => ({}));
  vi.stubGlobal('indexedDB', { open });
  const store = createIndexedDbStore();
  const first = expect(store.get('id')).rejects.toMatchObject({ code: 'timeout' });
  await vi.advanceTimersByTimeAsync(10_000);
  await first;
  await expect(store.list()).rejects.toMatchObject({ code: 'timeout' });
  expect(open).toHaveBeenCalledTimes(1);
});
