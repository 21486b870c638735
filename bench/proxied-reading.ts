// Reading through nginx or Caddy with TLS: a folder of 20,000 names, one large file, and 1,000 small files, each
// beside the least that any server could send through the same proxy.
// `node bench/proxied-reading.ts names` runs one section; ROUNDS, MEBIBYTES, LATENCY (ms), KINDS and STORE as in
// proxied.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { launchChromium } from '@satchel/test-kit/chromium';
import { WHOLE_CHROMIUM } from '@satchel/test-kit/chromium-options';
import { logInWithToken } from './log-in.ts';
import { median } from './median.ts';
import { startLine } from './start-line.ts';
import { start } from './start-processes.ts';
import { type ProxyKind, startTlsProxy } from './tls-proxy.ts';
import { runSections } from './upload-rounds.ts';
import type { Tab } from './upload-scene.ts';
import { BUCKET, createClient } from './upload-store.ts';
import { FILES, startSatchelDav } from './webdav-scene.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
const LATENCY_MS = Number(process.env.LATENCY ?? 50);
const SIZE_BYTES = Number(process.env.MEBIBYTES ?? 200) * 1024 ** 2;
const SMALL_FILES = 1000;
const SMALL_BYTES = 100 * 1024;
/** Requests of a browser that fetches the small files one by one. */
const CONCURRENT_FILES = 6;
const ALL: readonly ProxyKind[] = [
  'nginx HTTP/1.1',
  'nginx HTTP/2',
  'caddy HTTP/1.1',
  'caddy HTTP/2',
];
const KINDS = ALL.filter((kind) => kind.endsWith(process.env.KINDS ?? ''));

/** Reads the same in several ways, and returns the seconds of each. */
type Read = (tab: Tab, origin: string) => Promise<Readonly<Record<string, number>>>;

const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-reading-'));
const satchel = await startSatchelDav();
const { token } = await logInWithToken(satchel.server.url);
const pipe = await start([join(import.meta.dirname, 'bare-pipe.ts')], {
  SOURCE_URL: await signLarge(),
});
const browser = await launchChromium({
  ...WHOLE_CHROMIUM,
  args: [...WHOLE_CHROMIUM.args, '--ignore-certificate-errors'],
});

function signLarge(): Promise<string> {
  const get = new GetObjectCommand({ Bucket: BUCKET, Key: 'large.bin' });
  return getSignedUrl(createClient(satchel.storeUrl), get, { expiresIn: 24 * 3600 });
}

/** Stores objects in the mounted bucket, without the server. */
async function store(objects: Iterable<readonly [string, Uint8Array]>): Promise<void> {
  const client = createClient(satchel.storeUrl);
  for (const [Key, Body] of objects) {
    await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }));
  }
  client.destroy();
}

/** Opens a page of the server behind each proxy in turns, and prints the medians. */
async function throughEach(what: string, read: Read): Promise<void> {
  const rows: Record<string, Record<string, string>> = {};
  for (const kind of KINDS) {
    const servers = { page: satchel.server.url, store: pipe.url, tus: pipe.url };
    const proxy = await startTlsProxy(kind, servers, directory);
    const line = await startLine(proxy.url, { latencyMs: LATENCY_MS });
    const origin = `https://localhost:${new URL(line.url).port}`;
    const rounds = await readRounds(origin, read);
    rows[kind] = Object.fromEntries(
      Object.entries(rounds).map(([name, each]) => [name, say(each)]),
    );
    await Promise.all([proxy.stop(), line.stop()]);
  }
  console.info(
    `\n${what} at ${LATENCY_MS} ms, in seconds: median, p99 (of ${ROUNDS} rounds the slowest)`,
  );
  console.table(rows);
}

/** Returns the seconds of each way, one per round. */
async function readRounds(origin: string, read: Read): Promise<Record<string, number[]>> {
  const rounds: Record<string, number[]> = {};
  const context = await browser.newContext();
  await context.addInitScript((value) => localStorage.setItem('admin_token', value), token);
  // The first round fills the caches of browser and server, as a person's first visit does.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const tab = await context.newPage();
    await tab.goto(`${origin}/about`);
    const seconds = await read(tab, origin);
    for (const [name, value] of Object.entries(seconds)) {
      rounds[name] = [...(rounds[name] ?? []), ...(round > 0 ? [value] : [])];
    }
    await tab.close();
  }
  await context.close();
  return rounds;
}

const say = (seconds: readonly number[]) =>
  `${median(seconds).toFixed(2)}, ${Math.max(...seconds).toFixed(2)}`;

/** Runs in the page: reads a reply to its end, and returns the seconds and the bytes. */
async function readAll({
  urls,
  token,
  concurrency,
}: Reading): Promise<{ s: number; bytes: number }> {
  const begin = performance.now();
  const waiting = [...urls];
  let bytes = 0;
  const worker = async () => {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const headers = { authorization: `Bearer ${token}` };
      const { body, ok, status } = await fetch(url, { headers, cache: 'no-store' });
      if (!ok || !body) throw new Error(`${url}: ${status}`);
      const reader = body.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) {
        bytes += read.value.length;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { s: (performance.now() - begin) / 1000, bytes };
}

interface Reading {
  readonly urls: readonly string[];
  readonly token: string;
  readonly concurrency: number;
}

async function secondsOf(
  tab: Tab,
  urls: readonly string[],
  leastBytes: number,
  concurrency = 1,
): Promise<number> {
  const { s, bytes } = await tab.evaluate(readAll, { urls, token, concurrency });
  if (bytes < leastBytes) throw new Error(`${urls[0]}: ${bytes} bytes`);
  return s;
}

const sections: Readonly<Record<string, () => Promise<void>>> = {
  async names() {
    await satchel.fill();
    const all = `${new Intl.NumberFormat('en').format(FILES)} items`;
    await throughEach(`A folder of ${FILES} names`, async (tab, origin) => {
      const list = `${origin}/api/fs/list?path=${encodeURIComponent('/b/many/')}`;
      const request = await secondsOf(tab, [list], FILES * 20);
      const begin = performance.now();
      await tab.goto(`${origin}/mount-explorer/b/many`, { waitUntil: 'commit' });
      await tab.getByTitle('file-0.txt', { exact: true }).waitFor({ timeout: 60_000 });
      const first = (performance.now() - begin) / 1000;
      await tab.getByText(all, { exact: true }).waitFor({ timeout: 60_000 });
      const whole = (performance.now() - begin) / 1000;
      return { 'one request for all': request, 'first rows': first, 'all names': whole };
    });
  },
  async file() {
    await store([['large.bin', Buffer.alloc(SIZE_BYTES, 'satchel')]]);
    await throughEach(`A file of ${SIZE_BYTES / 1024 ** 2} MiB`, async (tab, origin) => ({
      ours: await secondsOf(tab, [`${origin}/api/fs/download?path=/b/large.bin`], SIZE_BYTES),
      'bare pipe': await secondsOf(tab, [`${origin}/${BUCKET}/large.bin`], SIZE_BYTES),
    }));
  },
  async 'small-files'() {
    const names = Array.from({ length: SMALL_FILES }, (_, index) => `small/${index}.bin`);
    await store(names.map((name) => [name, Buffer.alloc(SMALL_BYTES, name)] as const));
    const bytes = SMALL_FILES * SMALL_BYTES;
    await throughEach(`${SMALL_FILES} files of 100 KiB`, async (tab, origin) => {
      const single = names.map((name) => `${origin}/api/fs/download?path=/b/${name}`);
      return {
        'one archive': await secondsOf(tab, [`${origin}/api/fs/archive?path=/b/small/`], bytes),
        'one by one': await secondsOf(tab, single, bytes, CONCURRENT_FILES),
      };
    });
  },
};

try {
  await runSections(sections);
} finally {
  await browser.close();
  await Promise.all([pipe.stop(), satchel.stop()]);
  await rm(directory, { recursive: true });
}
