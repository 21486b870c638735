import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import {
  listStorageConfigs,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { freePort } from '@satchel/test-kit/free-port';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDraftClient } from './draft-client.ts';
import { killAt } from './kill-at.ts';
import { shareWithTus } from './share-with-tus.ts';
import { type OwnBucket, startBucket, startLocalS3Server } from './start-bucket.ts';
import { type Child, startChild } from './start-child.ts';
import { type Replicas, startReplicas } from './start-replicas.ts';
import { ADMIN, ANY_DATABASE, startServer, type TestServer } from './start-server.ts';

const MEBIBYTE = 1024 * 1024;
const PART = 8 * MEBIBYTE;
const FILE = randomBytes(2 * PART + MEBIBYTE);
const postgresUrl = inject('postgresUrl');

const addressOf = (url: string, slug: string) =>
  `${url}/api/uploads?filename=${slug}.bin&slug=${slug}`;

/** Begins to send the file; resolves once its first part is stored. */
function beginFile(client: ReturnType<typeof createDraftClient>, slug: string) {
  return client.beginFile(
    addressOf('', slug),
    FILE.length,
    FILE.subarray(0, PART + MEBIBYTE),
    PART,
  );
}

async function expectFile(url: string, slug: string): Promise<void> {
  const reply = await fetch(`${url}/api/file-download/${slug}`);
  expect(reply.status).toBe(200);
  expect(Buffer.from(await reply.arrayBuffer()).equals(FILE)).toBe(true);
}

describe.each(ANY_DATABASE)('tus-js-client in its IETF modes on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const protocols = ['ietf-draft-03', 'ietf-draft-05'] as const;
  it.each(
    protocols.flatMap((protocol) => [
      [protocol, 'in one request', { uploadDataDuringCreation: true }] as const,
      [protocol, 'after an empty creation', {}] as const,
      [protocol, 'in chunks', { chunkSize: 3 * MEBIBYTE }] as const,
    ]),
  )('%s shares a file %s', async (protocol, how, options) => {
    const slug = `${protocol}-${how.replaceAll(' ', '-')}`;
    const { authorization } = server;
    const task = { endpoint: addressOf(server.url, slug), authorization, protocol };
    const url = await shareWithTus(FILE, task, options);
    expect(url).toMatch(/\/api\/uploads\/[0-9a-f-]{36}$/);
    await expectFile(server.url, slug);
  });
});

describe('kill -9 in the middle of a resumable upload (SECURITY 12)', () => {
  let directory = '';
  let port = 0;
  let server: Child;
  let authorization = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-resumable-'));
    await writeFile(join(directory, 'file.bin'), FILE);
    port = await freePort();
    server = await start();
    const { token } = await createApiClient({ baseUrl: server.url }).call(login, { body: ADMIN });
    authorization = `Bearer ${token}`;
  });
  afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.ended;
    await rm(directory, { recursive: true, force: true });
  });

  async function start() {
    const data = join(directory, 'data');
    const child = startChild(port, { DATA_DIR: data, ADMIN_PASSWORD: ADMIN.password });
    await child.ready;
    return child;
  }
  const killServer = async () => {
    server.process.kill('SIGKILL');
    expect(await server.ended, server.errors()).toBe('SIGKILL');
  };

  it('of the server: the client goes on from what was stored', async () => {
    const client = createDraftClient(server.url, authorization);
    const { path: url, reply } = await beginFile(client, 'server');
    await killServer();
    await expect(reply).rejects.toThrow();
    server = await start();
    const offset = await client.offset(url);
    expect(offset).toBeGreaterThanOrEqual(PART);
    // Killed once more after a piece that was acknowledged, and is too small for a part.
    const end = offset + 2 * MEBIBYTE;
    const piece = await client.append(url, offset, false, FILE.subarray(offset, end));
    expect(piece.headers['upload-offset']).toBe(String(end));
    await killServer();
    server = await start();
    expect(await client.offset(url)).toBe(end);
    expect((await client.append(url, end, true, FILE.subarray(end))).status).toBe(201);
    await expectFile(server.url, 'server');
  });

  it.each(['ietf-draft-03', 'ietf-draft-05'] as const)(
    'of the client and then of the server: tus-js-client goes on (%s)',
    async (protocol) => {
      const slug = `client-${protocol}`;
      const storage = join(directory, `${protocol}.json`);
      const task = {
        endpoint: addressOf(server.url, slug),
        ...{ authorization, protocol, storage, path: join(directory, 'file.bin') },
      };
      const run = (more = {}) => {
        const program = join(import.meta.dirname, 'tus-child.ts');
        const child = spawn(process.execPath, [program, JSON.stringify({ ...task, ...more })]);
        let errors = '';
        child.stderr.on('data', (data) => {
          errors += data;
        });
        const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
        return { child, ended, errors: () => errors };
      };
      // tus-js-client tells of its progress only every 100 ms, but of the first bytes of each request.
      const first = run({ chunkSize: PART + MEBIBYTE, stopsAt: PART + MEBIBYTE + 1 });
      await Promise.race([once(first.child.stdout, 'data'), first.ended]);
      first.child.kill('SIGKILL');
      expect(await first.ended, first.errors()).toBe('SIGKILL');
      const [{ uploadUrl }] = Object.values(JSON.parse(await readFile(storage, 'utf8'))) as [
        { uploadUrl: string },
      ];
      const state = await createDraftClient(server.url, authorization).ask('HEAD', uploadUrl);
      expect(state.headers['upload-complete']).toBe('?0');
      expect(Number(state.headers['upload-offset'])).toBeGreaterThanOrEqual(PART);
      await killServer();
      server = await start();
      const second = run();
      expect(await second.ended, second.errors()).toBe(0);
      await expectFile(server.url, slug);
    },
  );
});

describe('kill -9 of the server at a request to the storage (SECURITY 12)', () => {
  let directory = '';
  let bucket: OwnBucket;
  let child: Child;
  let authorization = '';
  const start = async () => {
    child = startChild(await freePort(), { DATA_DIR: directory, ADMIN_PASSWORD: ADMIN.password });
    await child.ready;
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-resumable-at-'));
    bucket = await startBucket(await startLocalS3Server());
    await start();
    const { token } = await createApiClient({ baseUrl: child.url }).call(login, { body: ADMIN });
    authorization = `Bearer ${token}`;
    const credential = () => ({ kind: 'admin', token }) as const;
    const api = createApiClient({ baseUrl: child.url, credential });
    await bucket.mount(api, '/m');
    const configs = await api.call(listStorageConfigs, {});
    const id = configs.find(({ bucket_name }) => bucket_name === bucket.name)?.id ?? '';
    await api.call(setDefaultStorageConfig, { params: { id } });
  });
  afterAll(async () => {
    child.process.kill('SIGKILL');
    await child.ended;
    await bucket.close();
    await rm(directory, { recursive: true, force: true });
  });

  it.each([
    ['the first part', 'PUT part', 1, true],
    ['the second part', 'PUT part', 2, true],
    ['the last part', 'PUT part', 3, true],
    ['the rest', 'put', 1, false],
    ['the removal of the rest', 'delete', 1, true],
    ['the joining of the parts', 'POST part', 1, true],
  ] as const)('%s', async (what, operation, count, isLast) => {
    const slug = what.replaceAll(' ', '-');
    const client = createDraftClient(child.url, authorization);
    const first = FILE.subarray(0, 1000);
    const created = await client.create(addressOf('', slug), false, first);
    const { pathname } = new URL(created.headers.location ?? '');
    await killAt(bucket, child, { operation, count }, () =>
      client.append(pathname, 1000, isLast, FILE.subarray(1000)),
    );
    await start();
    const survivor = createDraftClient(child.url, authorization);
    const offset = await survivor.offset(pathname);
    expect(offset).toBeGreaterThanOrEqual(1000);
    const rest = FILE.subarray(offset);
    expect((await survivor.append(pathname, offset, true, rest)).status).toBe(201);
    await expectFile(child.url, slug);
    expect(await bucket.openUploads()).toEqual([]);
    expect(await bucket.keys('.satchel/uploads/')).toEqual([]);
  });
});

describe.skipIf(postgresUrl === undefined)('a resumable upload over two replicas', () => {
  let replicas: Replicas;
  let authorization = '';
  beforeAll(async () => {
    replicas = await startReplicas(postgresUrl ?? '');
    await replicas.addBucket('/m');
    authorization = replicas.one.api.headers().authorization ?? '';
  });
  afterAll(() => replicas.close());

  it('is begun on one and goes on at the other, which interrupts the first', async () => {
    const [one, two] = [replicas.one, replicas.two].map(({ url }) =>
      createDraftClient(url, authorization),
    );
    if (!one || !two) throw new Error('there are two replicas');
    const { request, path, reply } = await beginFile(one, 'both');
    // The first request is still open, as it is after a broken network.
    const offset = await two.offset(path);
    expect(offset).toBeGreaterThanOrEqual(PART);
    expect(await one.offset(path)).toBe(offset);
    const end = offset + 1000;
    expect((await two.append(path, offset, false, FILE.subarray(offset, end))).status).toBe(204);
    expect((await two.append(path, offset, true, FILE.subarray(offset))).status).toBe(409);
    expect((await one.append(path, end, true, FILE.subarray(end))).status).toBe(201);
    request.destroy();
    await reply.catch(() => undefined);
    await expectFile(replicas.two.url, 'both');
  });

  it('goes on at the other after kill -9 of the first', async () => {
    const three = await replicas.start();
    const client = createDraftClient(three.url, authorization);
    const { path, reply } = await beginFile(client, 'killed');
    three.process.kill('SIGKILL');
    await three.ended;
    await reply.catch(() => undefined);
    // Waits until the claim of the process that was killed has lapsed.
    const survivor = createDraftClient(replicas.one.url, authorization);
    const offset = await survivor.offset(path);
    expect(offset).toBeGreaterThanOrEqual(PART);
    expect((await survivor.append(path, offset, true, FILE.subarray(offset))).status).toBe(201);
    await expectFile(replicas.one.url, 'killed');
  });
});
