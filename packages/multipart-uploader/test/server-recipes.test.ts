import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Client } from '@aws-sdk/client-s3';
import type { FastifyInstance } from 'fastify';
import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createUploader } from '../src/engine/uploader.ts';
import { createNodeListener, createNodeSender } from '../src/senders/node.ts';
import type { UploadHandler } from '../src/server/upload-server.ts';
import { createHttpTransport } from '../src/transports/http.ts';
import { type Recipes, writeRecipes } from './recipes.ts';
import { bytesOf, createServerScene, fileOf, PART_SIZE, type ServerScene } from './server-scene.ts';
import { type RunningStore, stores } from './start-store.ts';

let store: RunningStore;
let scene: ServerScene;
let recipes: Recipes;
const servers: Server[] = [];

beforeAll(async () => {
  if (!stores[0]) throw new Error('there is no store');
  store = await stores[0].start('uploads');
  scene = await createServerScene(store);
  recipes = await writeRecipes(await optionsOf(store.client));
  vi.stubEnv('UPLOAD_SECRET', 'a secret of the tests, long enough');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  for (const server of servers) server.close().closeAllConnections();
  await recipes.remove();
  await store.stop();
});

/** Options with which the examples' own client connects to the same store. */
async function optionsOf({ config }: S3Client) {
  const { protocol, hostname, port } = (await config.endpoint?.()) ?? {};
  const { accessKeyId, secretAccessKey } = await config.credentials();
  return {
    ...{ endpoint: `${protocol}//${hostname}:${port}`, region: 'us-east-1', forcePathStyle: true },
    credentials: { accessKeyId, secretAccessKey },
  };
}

async function listen(handle: UploadHandler): Promise<string> {
  const server = createServer(createNodeListener(handle)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return addressOf(server);
}

function addressOf(server: Server): string {
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts each recipe, and returns its address. */
const starts: Readonly<Record<string, () => Promise<string>>> = {
  async 'node:http'() {
    const { server } = await recipes.load<{ server: Server }>('server.js');
    if (!server.listening) await once(server, 'listening');
    return addressOf(server);
  },
  async Fastify() {
    const { app } = await recipes.load<{ app: FastifyInstance }>('fastify.js');
    await app.listen({ port: 0, host: '127.0.0.1' });
    return addressOf(app.server);
  },
  async Hono() {
    const { app } = await recipes.load<{ app: Hono }>('hono.js');
    return listen(async (request) => app.fetch(request));
  },
  async Next() {
    return listen((await recipes.load<{ POST: UploadHandler }>('route.js')).POST);
  },
  async Workers() {
    const worker = await recipes.load<{ default: { fetch: UploadHandler } }>('worker.js');
    return listen((request) => worker.default.fetch(request));
  },
};

describe.each(Object.entries(starts))('the recipe for %s', (_name, start) => {
  let address: string;
  beforeAll(async () => {
    address = await start();
  });

  const add = (file: File, headers: Readonly<Record<string, string>>) =>
    createUploader({
      transport: createHttpTransport({ url: `${address}/uploads`, headers }),
      ...{ send: createNodeSender(), retries: 0 },
    }).add(file).done;

  it.each([0, PART_SIZE + 1])('stores a file of %i bytes', async (size) => {
    const { key } = await add(fileOf(size), { 'x-forwarded-user': 'anna' });
    expect((await scene.storedBytes(key)).equals(bytesOf(size))).toBe(true);
  });

  it('refuses who is not logged in', async () => {
    await expect(add(fileOf(1), {})).rejects.toMatchObject({ code: 'create_failed', status: 403 });
  });

  it('takes a list of 10,000 parts', async () => {
    const parts = Array.from({ length: 10_000 }, (_, index) => ({
      ...{ partNumber: index + 1, etag: '"d41d8cd98f00b204e9800998ecf8427e"' },
    }));
    const response = await fetch(`${address}/uploads/complete`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-user': 'anna' },
      body: JSON.stringify({ uploadId: 'unknown', parts }),
    });
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'NoSuchUpload', message: expect.any(String) },
    ]);
  });

  it('answers 413 to a body that is far too large', async () => {
    const response = await fetch(`${address}/uploads/begin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-user': 'anna' },
      body: JSON.stringify({ metadata: 'x'.repeat(8 * 1024 * 1024) }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(413);
  });
});

describe('a listener for Node', () => {
  it('hands on method, address, headers and body, and the answer with its own', async () => {
    const address = await listen(async (request) => {
      const { pathname, search } = new URL(request.url);
      const seen = [request.method, pathname + search, request.headers.get('x-two')];
      const headers = new Headers([
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ]);
      return new Response(`${seen.join(' ')} ${await request.text()}`, { status: 201, headers });
    });
    const response = await fetch(`${address}/a%20b?c=d`, {
      ...{ method: 'PUT', body: 'bytes' },
      headers: [
        ['x-two', '1'],
        ['x-two', '2'],
      ],
    });
    expect([response.status, await response.text()]).toEqual([201, 'PUT /a%20b?c=d 1, 2 bytes']);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  it('answers 500 where the handler fails, and to an address that is none', async () => {
    const address = await listen((request) =>
      request.url.endsWith('/fail')
        ? Promise.reject(new Error('handler'))
        : Promise.resolve(new Response(null, { status: 204 })),
    );
    expect((await fetch(`${address}/fail`)).status).toBe(500);
    const request = httpRequest(address, { path: '//' }).end();
    const [answer] = await once(request, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(500);
    expect((await fetch(`${address}/fine`)).status).toBe(204);
  });

  it('survives a caller who leaves in the middle', async () => {
    const address = await listen(async (request) => {
      await request.text();
      return new Response('read');
    });
    const request = httpRequest(address, { method: 'POST', headers: { 'content-length': 100 } });
    request.on('error', () => {});
    request.write('half');
    await once(request, 'socket');
    request.destroy();
    const response = await fetch(address, { method: 'POST', body: 'whole' });
    expect(await response.text()).toBe('read');
  });
});
