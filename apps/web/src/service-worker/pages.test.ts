// @vitest-environment node
import { afterEach, expect, it, vi } from 'vitest';
import { openPage } from './pages.ts';

const OWN = '<script type="module" src="/assets/own.js"></script>';

afterEach(() => vi.unstubAllGlobals());

it('a page whose body stops half-way is replaced by the cached one (SPEC 4)', async () => {
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('<!doctype html>'));
      controller.error(new Error('the connection is gone'));
    },
  });
  vi.stubGlobal(
    'fetch',
    async () => new Response(body, { headers: { 'content-type': 'text/html' } }),
  );
  const page = await openPage(new Request('http://satchel.test/'), async () => new Response(OWN));
  expect(await page.text()).toBe(OWN);
});
