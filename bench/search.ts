// A warm search over 100,000 names, measured at a client, compared to a bare route that sends the same bytes.
// `NAMES=1000000` searches more names, `DATABASE=postgresql` uses a separate server.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { searchFiles } from '@satchel/api-client/contract/search';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { createDatabase, findPostgres, startPostgres } from '@satchel/server/test/start-postgres';
import { logIn } from './log-in.ts';
import { median } from './median.ts';
import { startBareFastify, startSatchel } from './start-processes.ts';

const NAMES = Number(process.env.NAMES ?? 100_000);
const PAGE = 1000;
const ROUNDS = 25;
const GOAL_MS = 50;
const WORDS = ['report', 'invoice', 'photo', 'draft', 'Budget', 'summer', 'holiday', 'notes'];
/** Terms that match one name, none, a few, an eighth, and all. */
const TERMS = ['-31415.pdf', 'zzzz', '-314', 'holiday-', '.pdf'];

const storage = await startEndlessBucket();
const postgres = process.env.DATABASE === 'postgresql' ? await openPostgres() : undefined;
const satchel = await startSatchel(postgres?.environment);
const api = await logIn(satchel.url);
await mountBucket(api, storage.url);
const crawlMs = await crawl(api);
console.info(`crawl of ${NAMES} names: ${crawlMs.toFixed(0)} ms`);

const worst: number[] = [];
for (const q of TERMS) {
  const ours = await medianMs(() => api.call(searchFiles, { query: { q } }));
  const { total, ...reply } = await api.call(searchFiles, { query: { q } });
  const bare = await startBareFastify(JSON.stringify({ total, ...reply }));
  const theirs = await medianMs(async () => (await fetch(bare.url)).text());
  await bare.stop();
  worst.push(ours);
  console.info(
    `"${q}": ${total} hits in ${ours.toFixed(1)} ms, a bare route ${theirs.toFixed(1)} ms`,
  );
}
const peak = satchel.peakMemoryMebibytes();
console.info(
  `search: at most ${Math.max(...worst).toFixed(0)} ms (goal ${GOAL_MS}), memory ${peak.toFixed(0)} MiB`,
);
await satchel.stop();
await postgres?.stop();
storage.close();

async function openPostgres() {
  const binaries = findPostgres();
  if (!binaries) throw new Error('PostgreSQL is needed: apt-get install postgresql');
  const server = await startPostgres(binaries);
  const environment = {
    DATABASE_URL: await createDatabase(server.url),
    SECRET_KEY: 'the secret key of nothing but a benchmark',
  };
  return { environment, stop: server.stop };
}

/** Answers every listing with generated names, so that a crawl needs no filled bucket. */
async function startEndlessBucket() {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://bucket.invalid');
    const start = Number(searchParams.get('continuation-token') ?? 0);
    const contents = Array.from({ length: PAGE }, (_, at) => objectXml(start + at)).join('');
    const next = start + PAGE;
    const isTruncated = next < NAMES;
    response.setHeader('content-type', 'application/xml');
    response.end(`<?xml version="1.0"?><ListBucketResult><KeyCount>${PAGE}</KeyCount>
<IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    }${contents}</ListBucketResult>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function objectXml(number: number): string {
  const [first, second] = [WORDS[number % 8], WORDS[(number >> 3) % 8]];
  const folder = String(Math.floor(number / PAGE)).padStart(3, '0');
  const key = `archive/${folder}/${first}-${second}-${number}.pdf`;
  const modified = new Date(1_700_000_000_000 + ((number * 7919) % 100_000) * 60_000);
  return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified>
<ETag>&quot;5eb63bbbe01eeed093cb22bb8f5acdc3&quot;</ETag><Size>${number}</Size></Contents>`;
}

async function mountBucket(client: ApiClient, endpoint_url: string): Promise<void> {
  const { id } = await client.call(createStorageConfig, {
    body: {
      name: 'Endless',
      provider_type: 'Other',
      endpoint_url,
      bucket_name: 'endless',
      access_key_id: 'key',
      secret_access_key: 'secret',
      path_style: true,
    },
  });
  const mount = { name: 'Endless', storage_type: 'S3', mount_path: '/endless' } as const;
  await client.call(createMount, { body: { ...mount, storage_config_id: id, cache_ttl: 86_400 } });
}

/** Time from the first search until the index answers one. */
async function crawl(client: ApiClient): Promise<number> {
  const start = performance.now();
  for (;;) {
    const { indexedAt } = await client.call(searchFiles, { query: { q: 'zzzz' } });
    if (indexedAt !== null) return performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
