import { afterEach, expect, it, vi } from 'vitest';
import { fetchWithClock, serverNow } from './server-clock.ts';

const HOUR_MS = 3_600_000;

afterEach(() => vi.unstubAllGlobals());

async function receive(date: string | undefined, cacheControl = 'no-store'): Promise<void> {
  const headers = { 'cache-control': cacheControl, ...(date !== undefined && { date }) };
  vi.stubGlobal('fetch', async () => new Response('', { headers }));
  await fetchWithClock('/');
}

const offsetMs = () => serverNow() - Date.now();

it('follows the server where the clock of the browser is off, and the browser where it is right', async () => {
  expect(Math.abs(offsetMs())).toBeLessThan(1000);
  await receive(new Date(Date.now() - 48 * HOUR_MS).toUTCString());
  expect(Math.abs(offsetMs() + 48 * HOUR_MS)).toBeLessThan(5000);
  await receive(undefined);
  await receive('no date');
  await receive(new Date(Date.now() - 96 * HOUR_MS).toUTCString(), 'private, max-age=31536000');
  expect(
    Math.abs(offsetMs() + 48 * HOUR_MS),
    'a reply without a time, and one that a cache may have kept, change nothing',
  ).toBeLessThan(5000);
  await receive(new Date(Date.now() - 2000).toUTCString());
  expect(Math.abs(offsetMs()), 'two seconds are the way of the reply').toBeLessThan(1000);
});
