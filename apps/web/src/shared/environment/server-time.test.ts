import { afterEach, expect, it, vi } from 'vitest';
import { fetchWithClock } from './server-clock.ts';
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

it('is the time by the last reply while the server does not answer, also for a clock that is days off', async () => {
  const ahead = Date.now() + 48 * 3_600_000;
  const headers = { date: new Date(ahead).toUTCString(), 'cache-control': 'no-store' };
  vi.stubGlobal('fetch', async () => new Response('', { headers }));
  await fetchWithClock('/');
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(Math.abs((await readServerTime()) - ahead)).toBeLessThan(5000);
});
