import { afterEach, expect, it, vi } from 'vitest';
import { readServerTime } from './server-time.ts';

afterEach(() => vi.unstubAllGlobals());

it('is the time in the reply of the server, however far off the clock of the browser is', async () => {
  const headers = { date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
  vi.stubGlobal('fetch', async () => new Response('', { headers }));
  expect(await readServerTime()).toBe(Date.parse('2026-03-01T12:00:00Z'));
});

it('is the browser’s own time if the server does not answer, or without its time', async () => {
  const before = Date.now();
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await readServerTime()).toBeGreaterThanOrEqual(before);
  vi.stubGlobal('fetch', async () => new Response(''));
  expect(await readServerTime()).toBeGreaterThanOrEqual(before);
});
