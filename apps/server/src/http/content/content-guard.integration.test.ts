import type { OutgoingHttpHeaders } from 'node:http';
import { createBundle } from '@satchel/api-client/contract/bundles';
import type { UploadedFileShare } from '@satchel/api-client/contract/file-share-shapes';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { getFileShare, viewFileShare } from '@satchel/api-client/contract/file-shares';
import { getEntry, getEntryLink } from '@satchel/api-client/contract/file-system';
import { createTextShare } from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../../../test/mounted-storage.ts';
import { rawRequest } from '../../../test/raw-request.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { startSource, type TestSource } from '../../../test/start-source.ts';

const CODE = 'window.ran = true';
const CODE_USES =
  'script style worker sharedworker serviceworker audioworklet paintworklet manifest object embed xslt json report a-use-to-come'.split(
    ' ',
  );
const PASSIVE_USES = 'empty document iframe image video audio track font'.split(' ');

async function shareFile(server: TestServer, content: string, query = '') {
  const { authorization } = server;
  const response = await fetch(`${server.url}/api/upload-direct/code.js${query}`, {
    method: 'PUT',
    headers: { authorization },
    body: content,
  });
  const reply = (await response.json()) as { data: UploadedFileShare };
  return reply.data;
}

/** Every URL prefix under which a server serves uploaded content. */
async function addressesOf(server: TestServer, source: TestSource) {
  const storage = await useStorage(server);
  await storage.mount('/m', { web_proxy: true });
  await storage.put('code.js', CODE);
  const { slug } = await shareFile(server, CODE);
  const text = await server.api.call(createTextShare, { body: { content: CODE } });
  const bundle = await server.api.call(createBundle, { body: {} });
  await shareFile(server, CODE, `?bundle_id=${bundle.id}`);
  const shared = await server.api.call(viewFileShare, { params: { slug }, query: {} });
  const entry = await server.api.call(getEntry, { query: { path: '/m/code.js' } });
  const pathOf = (url = '') => url.replace(/^https?:\/\/[^/]+/, '');
  return {
    raw: `/api/raw/${text.slug}`,
    'file-view': `/api/file-view/${slug}`,
    'file-download': `/api/file-download/${slug}`,
    'bundle-file': `/api/bundle-file/${bundle.slug}/code.js`,
    'api/p': pathOf(entry.preview_url),
    'fs/download': '/api/fs/download?path=/m/code.js',
    'url/proxy': `/api/url/proxy?url=${encodeURIComponent(`${source.url}/hello.txt`)}`,
    s3: pathOf(shared.s3_direct_preview_url),
  };
}

type Route = keyof Awaited<ReturnType<typeof addressesOf>>;
const ROUTES: readonly Route[] = [
  'raw',
  'file-view',
  'file-download',
  'bundle-file',
  'api/p',
  'fs/download',
  'url/proxy',
  's3',
];

describe('what users have uploaded, asked for as code (SECURITY 20)', () => {
  let server: TestServer;
  let source: TestSource;
  let addresses: Record<Route, string>;
  beforeAll(async () => {
    source = await startSource();
    server = await startServer('sqlite', { URL_UPLOAD_ALLOW: '127.0.0.1' });
    addresses = await addressesOf(server, source);
  });
  afterAll(async () => {
    await server.close();
    await source.close();
  });

  const ask = (route: Route, headers: OutgoingHttpHeaders, method = 'GET') => {
    const needsCredential = route === 'fs/download' || route === 'url/proxy';
    const { authorization } = server;
    const all = needsCredential ? { authorization, ...headers } : headers;
    return rawRequest(server.url, addresses[route], all, method);
  };

  describe.each(ROUTES)('by %s', (route) => {
    it.each(CODE_USES)('is refused as a %s', async (use) => {
      const reply = await ask(route, { 'sec-fetch-dest': use });
      expect([reply.status, reply.text.includes(CODE)]).toEqual([403, false]);
    });

    it('is refused to the registration of a service worker', async () => {
      const reply = await ask(route, { 'service-worker': 'script' });
      expect([reply.status, reply.text.includes(CODE)]).toEqual([403, false]);
    });

    it.each(PASSIVE_USES)('may be an %s', async (use) => {
      expect((await ask(route, { 'sec-fetch-dest': use })).status).toBe(200);
    });

    it('is text where the browser does not say what for, and nothing is guessed', async () => {
      const { headers } = await ask(route, {});
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
    });
  });

  it('says why in a sentence, or as the envelope', async () => {
    const plain = await ask('file-view', { 'sec-fetch-dest': 'script' });
    expect(plain.text).toMatch(/not served as scripts/);
    const json = { 'sec-fetch-dest': 'script', accept: 'application/json' };
    expect(JSON.parse((await ask('raw', json)).text)).toMatchObject({ error: 'content.not_code' });
  });

  it('spends no view where it is refused', async () => {
    const { id, slug } = await shareFile(server, CODE, '?max_views=1');
    await rawRequest(server.url, `/api/file-view/${slug}`, { 'sec-fetch-dest': 'script' });
    expect(await server.api.call(getFileShare, { params: { id } })).toMatchObject({ views: 0 });
  });
});

describe('what users have uploaded, with CONTENT_URL (SECURITY 20)', () => {
  const APP = 'https://share.example';
  const CONTENT = 'https://content.example';
  const onApp = { host: 'share.example' };
  const onContent = { host: 'content.example' };
  let server: TestServer;
  let source: TestSource;
  let addresses: Record<Route, string>;
  beforeAll(async () => {
    source = await startSource();
    const env = { URL_UPLOAD_ALLOW: '127.0.0.1', PUBLIC_URL: APP, CONTENT_URL: CONTENT };
    server = await startServer('sqlite', env);
    addresses = await addressesOf(server, source);
  });
  afterAll(async () => {
    await server.close();
    await source.close();
  });

  const ask = (path: string, headers: OutgoingHttpHeaders, method = 'GET') =>
    rawRequest(server.url, path, headers, method);

  it.each(ROUTES.filter((route) => route !== 's3'))(
    'is sent on to the other origin by %s, and served there',
    async (route) => {
      for (const method of ['GET', 'HEAD']) {
        const reply = await ask(addresses[route], onApp, method);
        expect([reply.status, reply.headers.location]).toEqual([307, CONTENT + addresses[route]]);
        expect(reply.text).not.toContain(CODE);
      }
      const { authorization } = server;
      const there = await ask(addresses[route], { ...onContent, authorization, origin: APP });
      expect([there.status, there.headers['access-control-allow-origin']]).toEqual([
        200,
        route === 'raw' ? APP : '*',
      ]);
    },
  );

  it('is downloaded from a bundle, and from its archive, on the other origin only', async () => {
    const [, slug = ''] = /bundle-file\/([^/]+)/.exec(addresses['bundle-file']) ?? [];
    for (const path of [`${addresses['bundle-file']}?download=1`, `/api/bundle-archive/${slug}`]) {
      const reply = await ask(path, onApp);
      expect([reply.status, reply.headers.location]).toEqual([307, CONTENT + path]);
    }
    // The storage's own URL of a bundle without proxy has the other origin, too.
    const direct = await ask(`${addresses['bundle-file']}?download=1`, onContent);
    const to = new URL(direct.headers.location ?? '');
    expect([direct.status, to.origin]).toEqual([307, CONTENT]);
    expect((await ask(to.pathname + to.search, onApp)).status).toBe(403);
    expect((await ask(to.pathname + to.search, onContent)).text).toBe(CODE);
    const archive = await ask(`/api/bundle-archive/${slug}`, onContent);
    expect([archive.status, archive.text.includes(CODE)]).toEqual([200, true]);
    expect((await ask(`/api/public/bundles/${slug}`, onContent)).status).toBe(404);
  });

  it('is read from the embedded store on the other origin only', async () => {
    const refused = await ask(addresses.s3, onApp);
    expect([refused.status, refused.text]).toEqual([403, '']);
    expect((await ask(addresses.s3, onContent)).text).toBe(CODE);
  });

  it('is served where it was asked for to a program that sends its credential', async () => {
    const { authorization } = server;
    const reply = await ask(addresses['fs/download'], { ...onApp, authorization });
    expect([reply.status, reply.text]).toEqual([200, CODE]);
    // The api-client follows no redirect with a password, which another origin would learn.
    const password = { ...onApp, 'x-share-password': 'sesame' };
    const shared = await ask(addresses['file-view'], password);
    expect([shared.status, shared.text]).toEqual([200, CODE]);
    const asCode = { ...onApp, authorization, 'sec-fetch-dest': 'script' };
    expect((await ask(addresses['fs/download'], asCode)).status).toBe(403);
  });

  it('is refused as code there too', async () => {
    const asScript = { ...onContent, 'sec-fetch-dest': 'script' };
    expect((await ask(addresses['file-view'], asScript)).status).toBe(403);
  });

  it('has the other origin in every address that is handed out, and pages have ours', async () => {
    const stored = await shareFile(server, CODE);
    const { slug, id, share_url: shareUrl } = stored;
    expect(shareUrl).toBe(`${APP}/file/${slug}`);
    const visited = await server.api.call(viewFileShare, { params: { slug }, query: {} });
    const owned = await server.api.call(getFileShare, { params: { id } });
    const entry = await server.api.call(getEntry, { query: { path: '/m/code.js' } });
    const link = await server.api.call(getEntryLink, { query: { path: '/m/code.js' } });
    const urls = [
      stored.previewUrl,
      stored.downloadUrl,
      visited.previewUrl,
      visited.downloadUrl,
      visited.proxy_preview_url,
      visited.proxy_download_url,
      visited.s3_direct_preview_url,
      visited.s3_direct_download_url,
      owned.urls.previewUrl,
      owned.urls.proxyDownloadUrl,
      entry.preview_url,
      entry.download_url,
      link.presignedUrl,
    ];
    expect(urls.map((url) => new URL(url ?? '').origin)).toEqual(urls.map(() => CONTENT));
  });

  it.each([
    '/',
    '/admin',
    '/file/x',
    '/api/health',
    '/api/openapi.json',
    '/api/docs',
    '/api/files',
  ])('has an origin on which %s is nothing', async (path) => {
    const { authorization } = server;
    expect((await ask(path, { ...onContent, authorization })).status).toBe(404);
  });

  it('is uploaded to the origin of the web app, whose pages may read the other', async () => {
    const body = { filename: 'a.txt', size: 1 };
    const { upload_url: url } = await server.api.call(presignFileShare, { body });
    expect(new URL(url).origin).toBe(APP);
    const read = await ask(addresses.s3, { ...onContent, origin: APP });
    expect(read.headers['access-control-allow-origin']).toBe(APP);
  });
});
