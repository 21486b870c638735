import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { bundle, launchChromium } from '@satchel/test-kit/chromium';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import type { PageApi, PageOptions } from './page.ts';

declare const page: PageApi;

const PART = 256 * 1024;
/** Size of a file of eight parts, with a shorter last one. */
const SIZE = 8 * PART - 1000;
const CONTENT = Buffer.from(
  Uint8Array.from({ length: SIZE }, (_, index) => (index * 31 + (index >> 9)) & 255),
);

let browser: Browser;
let script: string;
let server: FaultServer;
let tab: Page;

beforeAll(async () => {
  [browser, script] = await Promise.all([
    launchChromium(),
    bundle(join(import.meta.dirname, 'page.ts')),
  ]);
}, 60_000);
afterAll(() => browser.close());

beforeEach(async () => {
  server = await startFaultServer(script);
  const context = await browser.newContext();
  tab = await context.newPage();
  await open();
});
afterEach(async () => {
  await tab.context().close();
  await server.close();
});

async function open(): Promise<void> {
  await tab.goto(server.pageUrl);
  await tab.waitForFunction(() => 'page' in globalThis);
}

async function start(options: PageOptions = {}): Promise<void> {
  await tab.evaluate(([size, given]) => page.start(size, given), [SIZE, options] as const);
}

const outcome = () => tab.evaluate(() => page.outcome());
const putsOf = (partNumber: number) =>
  server.puts.filter((entry) => entry.startsWith(`${partNumber} `));

async function expectStored(): Promise<void> {
  expect(await outcome()).toBeNull();
  expect(server.objects.get('file.bin')?.equals(CONTENT)).toBe(true);
  expect(await tab.evaluate(() => page.pendingNames())).toEqual([]);
}

describe('in Chromium, an upload', () => {
  it.each(['xhr', 'fetch'] as const)('by %s stores the bytes of the file', async (sender) => {
    await start({ sender });
    await expectStored();
    expect(server.puts).toHaveLength(8);
  });

  it('shows its state and its bytes through the React hook', async () => {
    await start();
    await expectStored();
    await tab.getByText(`completed ${SIZE}`).waitFor();
  });

  it('survives dropped connections and lost answers', async () => {
    // Two failures, because Chromium itself repeats a request once that fails on a reused connection.
    server.putFault = (part, tryNumber) => {
      if (tryNumber > 2) return undefined;
      return part === 2 ? { kind: 'drop' } : part === 5 ? { kind: 'lost' } : undefined;
    };
    await start();
    await expectStored();
    expect(putsOf(2)).toEqual(['2 0', '2 0', '2 200']);
  });

  it('cuts a stalled part and sends it again', async () => {
    server.putFault = (part, tryNumber) =>
      part === 3 && tryNumber === 1 ? { kind: 'stall' } : undefined;
    await start({ stallTimeoutMs: 800 });
    await expectStored();
    expect(putsOf(3)).toEqual(['3 0', '3 200']);
  });

  it('survives 500, and 503 with Retry-After', async () => {
    server.putFault = (part, tryNumber) => {
      if (tryNumber > 1) return undefined;
      if (part === 1) return { kind: 'status', status: 500 };
      return part === 4
        ? { kind: 'status', status: 503, headers: { 'retry-after': '2' } }
        : undefined;
    };
    await start();
    await expectStored();
    expect(putsOf(4)).toEqual(['4 503', '4 200']);
  });

  it('fails after its retries with the sentence of SPEC 8, and can be resumed', async () => {
    server.putFault = (part) => (part === 6 ? { kind: 'status', status: 500 } : undefined);
    await start({ retries: 1 });
    expect(await outcome()).toEqual({
      code: 'part_failed',
      message: 'some parts failed to upload',
      status: 500,
    });
    server.putFault = () => undefined;
    await tab.evaluate(() => page.upload?.resume());
    await expectStored();
    expect(putsOf(1)).toHaveLength(1);
  });

  it('renews URLs that the store calls expired, without spending retries', async () => {
    server.putFault = (part, tryNumber) =>
      part % 2 === 0 && tryNumber === 1 ? { kind: 'status', status: 403 } : undefined;
    await start({ retries: 0 });
    await expectStored();
  });

  it('renews short-lived URLs in time while clocks are an hour apart', async () => {
    server.skewMs = 3_600_000;
    server.isExpiryAbsolute = true;
    server.urlLifetimeMs = 9_000;
    server.putFault = () => ({ kind: 'delay', delayMs: 1200 });
    await start({ concurrentParts: 1 });
    await expectStored();
    expect(server.puts.every((entry) => entry.endsWith(' 200'))).toBe(true);
    expect(server.calls.filter((name) => name === 'sign').length).toBeGreaterThan(1);
  });

  it('fails with the hint to expose the ETag where CORS hides it', async () => {
    server.exposedHeaders = '';
    await start();
    expect(await outcome()).toMatchObject({
      code: 'missing_etag',
      message: expect.stringMatching(/^no ETag obtained: .*expose ETag/),
    });
    expect(server.objects.size).toBe(0);
  });

  it('does not mind in which order the answers come', async () => {
    server.putFault = (part) => ({ kind: 'delay', delayMs: part % 3 === 1 ? 300 : 5 });
    await start();
    await expectStored();
    expect(server.puts).not.toEqual([...server.puts].sort());
  });

  it('goes on after a reload with the parts that the server has', async () => {
    server.putFault = (part) => (part > 4 ? { kind: 'stall' } : undefined);
    await start();
    await vi.waitFor(
      () => expect(server.puts.filter((put) => put.endsWith('200'))).toHaveLength(4),
      {
        timeout: 10_000,
      },
    );
    await vi.waitFor(async () => {
      const parts = await tab.evaluate(() => page.upload?.parts.map(({ state }) => state));
      expect(parts?.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'completed'));
    });
    await open();
    expect(await tab.evaluate(() => page.pendingNames())).toEqual(['file.bin']);
    server.putFault = () => undefined;
    await start();
    await expectStored();
    for (const part of [1, 2, 3, 4]) expect(putsOf(part)).toHaveLength(1);
    expect(server.calls.filter((name) => name === 'create')).toHaveLength(1);
  });

  it('goes on after a reload by itself where the handle of the file was kept', async () => {
    server.putFault = (part) => (part > 4 ? { kind: 'stall' } : undefined);
    await tab.evaluate((size) => page.startWithHandle(size), SIZE);
    await tab.waitForFunction(
      () => page.upload?.parts.filter(({ state }) => state === 'completed').length === 4,
    );
    await open();
    server.putFault = () => undefined;
    await tab.evaluate(() => page.resumePending());
    await expectStored();
    for (const part of [1, 2, 3, 4]) expect(putsOf(part)).toHaveLength(1);
    expect(server.calls.filter((name) => name === 'create')).toHaveLength(1);
  });

  it('runs in a worker as well', async () => {
    expect(await tab.evaluate((size) => page.uploadInWorker(size), SIZE)).toBe(SIZE);
    expect(server.objects.get('file.bin')?.equals(CONTENT)).toBe(true);
    expect(await tab.evaluate(() => page.pendingNames())).toEqual([]);
  });

  it('waits while the browser is offline, and goes on when it is back', async () => {
    server.putFault = () => ({ kind: 'delay', delayMs: 200 });
    await start({ retries: 0, concurrentParts: 1 });
    await vi.waitFor(() => expect(server.puts.length).toBeGreaterThan(1), { timeout: 10_000 });
    await tab.context().setOffline(true);
    await tab.waitForFunction(() => page.upload?.snapshot.isOffline === true);
    await tab.context().setOffline(false);
    await expectStored();
  });

  it('finds out that a complete whose answer was lost has worked', async () => {
    server.isLost = (name) => name === 'complete';
    await start();
    await expectStored();
    expect(server.calls).toContain('head');
  });

  it.each(['xhr', 'fetch'] as const)(
    'by %s says so when the file has changed on disk',
    async (sender) => {
      const directory = await mkdtemp(join(tmpdir(), 'uploader-file-'));
      const path = join(directory, 'file.bin');
      await writeFile(path, CONTENT);
      await tab.setInputFiles('input', path);
      server.putFault = (part) => (part > 3 ? { kind: 'delay', delayMs: 500 } : undefined);
      await start({ sender, concurrentParts: 1 });
      await vi.waitFor(() => expect(server.puts.length).toBeGreaterThan(1), { timeout: 10_000 });
      await writeFile(path, 'something else altogether');
      expect(await outcome()).toMatchObject({ code: 'file_unreadable' });
      expect(server.objects.size).toBe(0);
      await rm(directory, { recursive: true });
    },
  );

  it('aborted sends nothing more and leaves nothing behind', async () => {
    server.putFault = (part) => (part > 1 ? { kind: 'delay', delayMs: 300 } : undefined);
    await start();
    await vi.waitFor(() => expect(server.puts.length).toBeGreaterThan(0), { timeout: 10_000 });
    await tab.evaluate(() => page.upload?.abort());
    expect(await outcome()).toMatchObject({ code: 'aborted', message: 'upload aborted' });
    expect(server.uploads.size).toBe(0);
    expect(server.calls.at(-1)).toBe('abort');
    expect(await tab.evaluate(() => page.pendingNames())).toEqual([]);
  });
});

describe('in Chromium, checksums', () => {
  it.each(["worker-src 'self' blob:", "worker-src 'none'"])(
    'are those that S3 computes, with the CSP %s',
    async (csp) => {
      await tab.route(server.pageUrl, async (route) => {
        const response = await route.fetch();
        const headers = { ...response.headers(), 'content-security-policy': csp };
        await route.fulfill({ response, headers });
      });
      await open();
      const crc = Buffer.alloc(4);
      crc.writeUInt32BE(crc32(CONTENT));
      expect(await tab.evaluate((size) => page.checksums(size), SIZE)).toEqual({
        crc32: crc.toString('base64'),
        sha256: createHash('sha256').update(CONTENT).digest('base64'),
      });
    },
  );
});
