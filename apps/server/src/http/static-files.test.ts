import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStaticFiles } from './static-files.ts';

describe("a page's policy (SECURITY 4)", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-web-'));
    await writeFile(join(directory, 'index.html'), '<!doctype html>');
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('names the storages that are reached over http, as they are configured now', async () => {
    let origins: readonly string[] = [];
    const app = Fastify();
    await serveStaticFiles(app, directory, async () => origins);
    const read = async () => {
      const { headers } = await app.inject('/admin');
      return String(headers['content-security-policy']).split(';');
    };
    expect(await read()).toContain("connect-src 'self' blob: https:");
    origins = ['http://nas:9000'];
    expect(await read()).toEqual(
      expect.arrayContaining([
        "connect-src 'self' blob: https: http://nas:9000",
        "img-src 'self' blob: data: https: http://nas:9000",
        "media-src 'self' blob: https: http://nas:9000",
        "script-src 'self' 'wasm-unsafe-eval'",
      ]),
    );
    await app.close();
  });

  it('comes with a 304 too, whose headers replace those of the page that a browser kept', async () => {
    const app = Fastify();
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', "default-src 'none'");
    });
    await serveStaticFiles(app, directory, async () => []);
    const first = await app.inject('/file/some-share');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: '/file/some-share', headers });
    expect(again.statusCode).toBe(304);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    expect(again.headers['content-security-policy']).toContain("script-src 'self'");
    await app.close();
  });
});
