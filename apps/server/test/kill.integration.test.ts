import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '@satchel/api-client';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { login } from '@satchel/api-client/contract/sessions';
import { createTextShare, listTextShares } from '@satchel/api-client/contract/text-shares';
import { freePort } from '@satchel/test-kit/free-port';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Child, startChild } from './start-child.ts';
import { uploadFile } from './upload-files.ts';

const ADMIN_PASSWORD = 'correct-horse-battery';
const ROUNDS = 8;
const STARTS_CUT_OFF = 8;

const hashOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

describe('kill -9 in the middle (SECURITY 12)', () => {
  let directory = '';
  let port = 0;
  let latest: Child | undefined;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'satchel-kill-'));
    port = await freePort();
  });
  afterEach(async () => {
    // Still runs if the test failed.
    latest?.process.kill('SIGKILL');
    await latest?.ended;
    await rm(directory, { recursive: true, force: true });
  });

  const start = () => {
    latest = startChild(port, { DATA_DIR: directory, ADMIN_PASSWORD });
    return latest;
  };
  const kill = async (child: Child) => {
    child.process.kill('SIGKILL');
    expect(await child.ended, child.errors()).toBe('SIGKILL');
  };
  const connect = async ({ url }: Child): Promise<ApiClient> => {
    const body = { username: 'admin', password: ADMIN_PASSWORD };
    const { token } = await createApiClient({ baseUrl: url }).call(login, { body });
    return createApiClient({ baseUrl: url, credential: () => ({ kind: 'admin', token }) });
  };

  it('loses nothing that was acknowledged, and shows nothing half-made', async () => {
    // Kills the first start and its migration at any moment.
    for (let round = 0; round < STARTS_CUT_OFF; round += 1) {
      const child = start();
      await new Promise((resolve) => setTimeout(resolve, randomInt(200, 1200)));
      await kill(child);
    }

    const texts = new Map<string, string>();
    const files = new Map<string, string>();
    const write = async (api: ApiClient) => {
      for (;;) {
        const text = randomBytes(randomInt(1, 3000)).toString('base64');
        const { slug } = await api.call(createTextShare, { body: { content: text } });
        texts.set(slug, hashOf(text));
        const bytes = new Uint8Array(randomBytes(randomInt(1, 300_000)));
        const share = await uploadFile(api, bytes);
        files.set(share.slug, hashOf(bytes));
      }
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = start();
      await child.ready;
      const api = await connect(child);
      await expectAll(child, api, texts, files);
      const before = files.size;
      const writers = Array.from({ length: 4 }, () => write(api).catch(() => undefined));
      // Waits for a number of files instead of a time, so that a busy machine is killed while writing, too.
      await expect
        .poll(() => files.size, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(before + randomInt(1, 5));
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 200)));
      await kill(child);
      await Promise.all(writers);
    }
    const last = start();
    await last.ready;
    await expectAll(last, await connect(last), texts, files);
    await kill(last);
    // Otherwise the server was killed before it did anything, and the test proves nothing.
    expect(texts.size).toBeGreaterThan(ROUNDS);
    expect(files.size).toBeGreaterThan(ROUNDS);
  }, 400_000);
});

async function expectAll(
  { url }: Child,
  api: ApiClient,
  texts: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const read = async (path: string) => {
    const response = await fetch(url + path);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, bytes };
  };
  const listedTexts = (await api.call(listTextShares, { query: { limit: 1000 } })).data;
  const listedFiles = (await api.call(listFileShares, { query: { limit: 1000 } })).data.files;
  expect(listedTexts.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...texts.keys()]));
  expect(listedFiles.map(({ slug }) => slug)).toEqual(expect.arrayContaining([...files.keys()]));
  // Listed texts are complete, even if their reply was cut off.
  for (const { slug } of listedTexts) {
    const { status, bytes } = await read(`/api/raw/${slug}`);
    expect(status).toBe(200);
    if (texts.has(slug)) expect(hashOf(bytes)).toBe(texts.get(slug));
  }
  for (const { slug, size } of listedFiles) {
    const { status, bytes } = await read(`/api/file-view/${slug}`);
    expect([status, bytes.length]).toEqual([200, size]);
    if (files.has(slug)) expect(hashOf(bytes)).toBe(files.get(slug));
  }
}
