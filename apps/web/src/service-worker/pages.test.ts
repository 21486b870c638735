// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NO_PAGES, openPage } from './pages.ts';

const pageOf = (version: string) => `<script type="module" src="/assets/${version}.js"></script>`;
const OWN = pageOf('own');
const POLICY = { 'content-security-policy': "default-src 'self'" };

/** Opens a page while the server responds with `answer`, and the cache contains this version's page. */
async function open(answer: () => Promise<Response>, url = 'http://satchel.test/', own = OWN) {
  vi.stubGlobal('fetch', answer);
  const reply = await openPage(new Request(url), async () => (own ? new Response(own) : undefined));
  return { text: await reply.text(), policy: reply.headers.get('content-security-policy') };
}

const html = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  });

/** Starts the test with an empty cache. */
function useCache() {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (key: string) => kept.get(key)?.clone(),
    put: async (key: string, reply: Response) => void kept.set(key, reply),
  };
  vi.stubGlobal('caches', { open: async () => cache });
}

afterEach(() => vi.unstubAllGlobals());

describe('a page, by the service worker (SPEC 4)', () => {
  it('whose body stops half-way is replaced by the cached one', async () => {
    useCache();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('<!doctype html>'));
        controller.error(new Error('the connection is gone'));
      },
    });
    const reply = new Response(body, { headers: { 'content-type': 'text/html' } });
    expect((await open(async () => reply)).text).toBe(OWN);
  });

  it('of this version is the one of the server, with its policy', async () => {
    useCache();
    const theirs = `${OWN}<p>custom footer</p>`;
    expect(await open(async () => html(theirs, POLICY))).toEqual({
      text: theirs,
      policy: POLICY['content-security-policy'],
    });
  });

  it('of a log-in before the server is shown as it is, and its policy is not kept for the app', async () => {
    useCache();
    await open(async () => html(OWN, POLICY));
    const portal = { 'content-security-policy': "default-src 'none'" };
    expect(await open(async () => html('<h1>Log in</h1>', portal))).toEqual({
      text: '<h1>Log in</h1>',
      policy: portal['content-security-policy'],
    });
    const away = await open(() => Promise.reject(new TypeError('Failed to fetch')));
    expect(away).toEqual({ text: OWN, policy: POLICY['content-security-policy'] });
  });

  it('of another version waits until the user agrees, but its policy holds at once', async () => {
    useCache();
    expect(await open(async () => html(pageOf('next'), POLICY))).toEqual({
      text: OWN,
      policy: POLICY['content-security-policy'],
    });
  });

  it('is the cached one, with the last policy, where no server answers or one fails', async () => {
    useCache();
    await open(async () => html(OWN, POLICY));
    const expected = { text: OWN, policy: POLICY['content-security-policy'] };
    expect(await open(() => Promise.reject(new TypeError('offline')))).toEqual(expected);
    expect(await open(async () => html('Bad gateway', {}, 502))).toEqual(expected);
  });

  it('in safe mode leaves no policy for other pages', async () => {
    useCache();
    await open(async () => html(OWN, POLICY), 'http://satchel.test/?safeMode');
    const { policy } = await open(() => Promise.reject(new TypeError('offline')));
    expect(policy).toBe(null);
  });

  it('that the server refuses, or that is none, is passed on as it is', async () => {
    useCache();
    expect((await open(async () => html('Not allowed', {}, 403))).text).toBe('Not allowed');
    expect((await open(async () => new Response('a file'))).text).toBe('a file');
  });

  it('is left to the network where the browser has thrown the cached one away', async () => {
    useCache();
    const { text } = await open(async () => html('from the server'), undefined, '');
    expect(text).toBe('from the server');
  });
});

it.each(['/api/paste', '/dav/', '/s3/bucket', '/assets/x.js', '/favicon.svg'])(
  '%s is no page',
  (path) => expect(NO_PAGES.some((pattern) => pattern.test(path))).toBe(true),
);

it.each(['/', '/paste/v1.2', '/mount-explorer/a/b.txt', '/apiary', '/file/x'])(
  '%s is a page',
  (path) => expect(NO_PAGES.some((pattern) => pattern.test(path))).toBe(false),
);
