import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { handleError } from '../contract/error-handler.ts';
import { NO_CUSTOM_CONTENT, policyOfCustomContent } from './custom-content-policy.ts';
import { serveStaticFiles } from './static-files.ts';

describe("a page's policy (SECURITY 4)", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-web-'));
    await writeFile(join(directory, 'index.html'), '<!doctype html>');
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('allows http where storages are reached by it, as they are configured now', async () => {
    let sources: readonly string[] = [];
    const app = Fastify();
    await serveStaticFiles(app, directory, async () => ({
      contentSources: sources,
      custom: NO_CUSTOM_CONTENT,
    }));
    const read = async () => {
      const { headers } = await app.inject('/admin');
      return String(headers['content-security-policy']).split(';');
    };
    expect(await read()).toContain("connect-src 'self' blob: https:");
    sources = ['http:', 'https://content.test'];
    expect(await read()).toEqual(
      expect.arrayContaining([
        "connect-src 'self' blob: https: http: https://content.test",
        "img-src 'self' blob: data: https: http: https://content.test",
        "media-src 'self' blob: https: http: https://content.test",
        "script-src 'self' 'wasm-unsafe-eval'",
      ]),
    );
    await app.close();
  });

  it('takes from pages what none of them uses, and keeps all but the first out of indexes', async () => {
    const app = Fastify();
    const noSources = { contentSources: [], custom: NO_CUSTOM_CONTENT };
    await serveStaticFiles(app, directory, async () => noSources);
    const { headers: first } = await app.inject('/');
    const { headers: share } = await app.inject('/file/somebody-s');
    for (const { 'permissions-policy': policy } of [first, share]) {
      expect(String(policy).split(', ')).toEqual(expect.arrayContaining(['camera=()', 'usb=()']));
      // Pages have copy buttons and full screen views.
      expect(policy).not.toMatch(/clipboard|fullscreen|share/);
    }
    expect([first['x-robots-tag'], share['x-robots-tag']]).toEqual([
      undefined,
      'noindex, nofollow',
    ]);
    await app.close();
  });

  it.each(['//', '///', '/\\', '//[', '//host/%2f..', '*', 'http://host:99999/'])(
    'sends the page or a refusal for the address %s',
    async (url) => {
      const app = Fastify();
      app.setErrorHandler(handleError);
      const noSources = { contentSources: [], custom: NO_CUSTOM_CONTENT };
      await serveStaticFiles(app, directory, async () => noSources);
      const serverUrl = await app.listen({ host: '127.0.0.1', port: 0 });
      const { status } = await rawRequest(serverUrl, url);
      expect([200, 400]).toContain(status);
      await app.close();
    },
  );

  it('allows what the administrator has written, except in safe mode', async () => {
    const app = Fastify();
    const custom = policyOfCustomContent(
      '<script src="https://stats.example/a.js"></script>' +
        '<link rel="stylesheet" href="https://fonts.example/a.css">',
    );
    await serveStaticFiles(app, directory, async () => ({ contentSources: [], custom }));
    const read = async (url: string) => {
      const { headers } = await app.inject(url);
      return String(headers['content-security-policy']).split(';');
    };
    expect(await read('/')).toEqual(
      expect.arrayContaining([
        "script-src 'self' 'wasm-unsafe-eval' https://stats.example",
        "style-src 'self' 'unsafe-inline' https://fonts.example",
        "font-src 'self' data: https:",
      ]),
    );
    expect(await read('/?safeMode')).toEqual(
      expect.arrayContaining(["script-src 'self' 'wasm-unsafe-eval'", "font-src 'self' data:"]),
    );
    await app.close();
  });

  it('comes with a 304 too, whose headers replace those of the page that a browser kept', async () => {
    const app = Fastify();
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', "default-src 'none'");
    });
    await serveStaticFiles(app, directory, async () => ({
      contentSources: [],
      custom: NO_CUSTOM_CONTENT,
    }));
    const first = await app.inject('/file/some-share');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: '/file/some-share', headers });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(again.headers['content-security-policy']).toContain("script-src 'self'");
    await app.close();
  });

  it('of the service worker lets it fetch from here, and run no other code', async () => {
    await writeFile(join(directory, 'service-worker.js'), '');
    await writeFile(join(directory, 'manifest.webmanifest'), '{}');
    const app = Fastify();
    const custom = NO_CUSTOM_CONTENT;
    await serveStaticFiles(app, directory, async () => ({ contentSources: [], custom }));
    const worker = await app.inject('/service-worker.js');
    expect(worker.headers).toMatchObject({
      'content-security-policy': "default-src 'none';connect-src 'self'",
      'content-type': expect.stringContaining('javascript'),
      'cache-control': 'no-cache',
    });
    const manifest = await app.inject('/manifest.webmanifest');
    expect(manifest.headers).toMatchObject({
      'content-type': expect.stringContaining('application/manifest+json'),
      'cache-control': 'no-cache',
    });
    await app.close();
  });
});

describe('files of the app', () => {
  let parent: string;
  let directory: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'satchel-web-'));
    directory = join(parent, 'dist');
    await mkdir(join(directory, 'assets/pdf'), { recursive: true });
    await writeFile(join(parent, 'secret.txt'), 'not of the app, yet beside it');
    await writeFile(join(directory, 'index.html'), '<!doctype html>');
    await writeFile(join(directory, 'favicon.svg'), '<svg/>');
    await writeFile(join(directory, 'assets/home-1234567.js'), 'export {};');
    await writeFile(join(directory, 'assets/home-1234567.js.br'), 'brotli');
    await writeFile(join(directory, 'assets/pdf/a map.bin'), 'map');
  });
  afterAll(() => rm(parent, { recursive: true }));
  const start = async () => {
    const app = Fastify({ exposeHeadRoutes: false });
    await serveStaticFiles(app, directory, async () => ({
      ...{ contentSources: [], custom: NO_CUSTOM_CONTENT },
    }));
    return app;
  };

  it('are kept for a year where their name changes with them, and come compressed', async () => {
    const app = await start();
    const plain = await app.inject('/assets/home-1234567.js');
    expect(plain).toMatchObject({ statusCode: 200, body: 'export {};' });
    expect(plain.headers).toMatchObject({
      ...{ 'content-type': expect.stringContaining('javascript'), 'content-length': '10' },
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const headers = { 'accept-encoding': 'br' };
    const compressed = await app.inject({ url: '/assets/home-1234567.js', headers });
    expect(compressed).toMatchObject({ statusCode: 200, body: 'brotli' });
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br' });
    const etag = String(plain.headers.etag);
    const again = { url: '/assets/home-1234567.js', headers: { 'if-none-match': etag } };
    expect((await app.inject(again)).statusCode).toBe(304);
    const head = await app.inject({ method: 'HEAD', url: '/assets/home-1234567.js' });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    expect((await app.inject('/assets/pdf/a%20map.bin')).body).toBe('map');
    const icon = await app.inject('/favicon.svg');
    expect(icon.headers['cache-control']).toBe('no-cache');
    await app.close();
  });

  it.each([
    '/assets/home-7654321.js',
    '/assets/',
    '/assets/pdf',
    '/assets/../../secret.txt',
    '/assets/..%2F..%2Fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/pdf/..%2F..%2F..%2Fsecret.txt',
  ])('are only those that were built: %s is none', async (url) => {
    const app = await start();
    const { statusCode, body } = await app.inject(url);
    expect(body).not.toContain('beside it');
    expect(statusCode).not.toBe(200);
    await app.close();
  });

  it('have no route each, which a build of 1,700 files would pay with 15 MB', async () => {
    const app = await start();
    expect(app.printRoutes()).toContain('assets/');
    expect(app.printRoutes()).not.toContain('home-');
    await app.close();
  });
});

describe('static files', () => {
  it('refuse ranges beyond their end with 416 and failed conditions with 412 (RFC 9110)', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'satchel-web-'));
    await writeFile(join(directory, 'index.html'), '<!doctype html>');
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'assets/app.js'), '0123456789');
    const app = Fastify();
    app.setErrorHandler(handleError);
    const sources = { contentSources: [], custom: NO_CUSTOM_CONTENT };
    await serveStaticFiles(app, directory, async () => sources);
    const read = (headers: Record<string, string>) =>
      app.inject({ url: '/assets/app.js', headers: { accept: 'application/json', ...headers } });
    const beyond = await read({ range: 'bytes=10-' });
    expect(beyond.statusCode).toBe(416);
    expect(beyond.headers['content-range']).toBe('bytes */10');
    expect(beyond.json()).toMatchObject({ error: 'request.range_not_satisfiable' });
    const changed = await read({ 'if-match': '"other"' });
    expect(changed.statusCode).toBe(412);
    expect(changed.json()).toMatchObject({ error: 'file_system.changed' });
    expect((await read({ range: 'bytes=8-' })).body).toBe('89');
    await app.close();
    await rm(directory, { recursive: true });
  });
});
