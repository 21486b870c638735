import { beforeEach, expect, it, vi } from 'vitest';

const OTHER_SERVER = 'https://other.example';
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.stubGlobal('fetch', (input: Request | string) => {
    asked.push(typeof input === 'string' ? input : input.url);
    return Promise.resolve(Response.json({ success: true, data: null }));
  });
});

it('calls that outlive the tab go to the server that the administrator has chosen (SPEC 7)', async () => {
  localStorage.setItem('satchel.backend', OTHER_SERVER);
  const { keepaliveClient } = await import('./keepalive-client.ts');
  await keepaliveClient.fileShares.delete({ body: { ids: ['7'] } });
  expect(asked).toEqual([expect.stringMatching(`^${OTHER_SERVER}/api/`)]);
});

it('the chosen server is asked whether it is back, not the one of the page (SPEC 7, 9)', async () => {
  vi.useFakeTimers();
  localStorage.setItem('satchel.backend', OTHER_SERVER);
  const { tellUnreachable } = await import('#shared/offline/connection.ts');
  tellUnreachable();
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  expect(asked).toEqual([`${OTHER_SERVER}/api/health`]);
});
