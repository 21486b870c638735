// Listing 10,000 files with and without cache, and signing URLs, compared to the storage calls that each of
// them needs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { initEntryMultipart } from '@satchel/api-client/contract/file-system-uploads';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import autocannon from 'autocannon';
import { logInWithToken } from './log-in.ts';
import { median } from './median.ts';
import { startSatchel } from './start-processes.ts';
import { BUCKET, createClient, credentials, startStore } from './upload-store.ts';

const FILES = 10_000;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 20;
const WARM_ROUNDS = 40;
const PRESIGN_SECONDS = 5;

const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-list-'));
const store = await startStore(directory);
const client = createClient(store.url);
await fill();

const satchel = await startSatchel();
const { api, token } = await logInWithToken(satchel.url);
const headers = { authorization: `Bearer ${token}` };
const config = await api.call(createStorageConfig, {
  body: {
    name: 'bench',
    provider_type: 'Other',
    endpoint_url: store.url,
    bucket_name: BUCKET,
    access_key_id: credentials.accessKeyId,
    secret_access_key: credentials.secretAccessKey,
    path_style: true,
  },
});
await api.call(createMount, {
  body: { name: 'b', storage_type: 'S3', storage_config_id: config.id, mount_path: '/b' },
});
const listing = `${satchel.url}/api/fs/list?path=/b/many`;

const text = Buffer.from(await fetchBytes(listing)).toString();
if (JSON.parse(text).data.items.length !== FILES) throw new Error('the listing is not whole');
const parsed: unknown = JSON.parse(text);
const cold: number[] = [];
const bareTimes: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const bare = await timeOf(listWithSdk);
  bareTimes.push(bare);
  cold.push((await timeOf(() => fetchBytes(`${listing}&refresh=true`))) / bare);
}
const warm: number[] = [];
for (let round = 0; round < WARM_UP_ROUNDS + WARM_ROUNDS; round += 1) {
  const serialising = await timeOf(async () => JSON.stringify(parsed));
  const ratio = (await timeOf(() => fetchBytes(listing))) / serialising;
  if (round >= WARM_UP_ROUNDS) warm.push(ratio);
}
console.info(
  `file-list cold: ${median(cold).toFixed(2)} × a bare SDK loop of ${median(bareTimes).toFixed(0)} ms (goal 1.5)`,
);
console.info(`file-list warm: ${median(warm).toFixed(2)} × serialising the same JSON (goal 3)`);

const presigned = await presignRate();
console.info(`presign: ${presigned.toFixed(0)} a second of processor time (goal 1500)`);
console.info(`peak memory: ${satchel.peakMemoryMebibytes().toFixed(0)} MiB (goal 300)`);
client.destroy();
await satchel.stop();
await store.stop();
rmSync(directory, { recursive: true });

async function fill(): Promise<void> {
  for (let start = 0; start < FILES; start += 50) {
    const keys = Array.from({ length: 50 }, (_, index) => `many/file-${start + index}.txt`);
    const puts = keys.map((Key) =>
      client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' })),
    );
    await Promise.all(puts);
  }
}

async function listWithSdk(): Promise<void> {
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({
        Bucket: BUCKET,
        Prefix: 'many/',
        Delimiter: '/',
        ContinuationToken,
      }),
    );
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken !== undefined);
}

async function fetchBytes(url: string): Promise<ArrayBuffer> {
  const reply = await fetch(url, { headers });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  return reply.arrayBuffer();
}

async function presignRate(): Promise<number> {
  // Starts an upload, which needs the storage's answer.
  const upload = { path: '/b/up/', fileName: 'photo.jpg' };
  const started = await api.call(initEntryMultipart, { body: { ...upload, fileSize: 1000 } });
  const url = `${satchel.url}/api/fs/multipart/refresh-urls`;
  const body = JSON.stringify({ ...upload, uploadId: started.uploadId, partNumbers: [1] });
  const options = { url, method: 'POST' as const, body, connections: 20 };
  const run = (duration: number) =>
    autocannon({
      ...options,
      duration,
      headers: { ...headers, 'content-type': 'application/json' },
    });
  await run(2);
  const before = satchel.cpuSeconds();
  const { requests, non2xx } = await run(PRESIGN_SECONDS);
  if (non2xx > 0) throw new Error(`${non2xx} replies were no success`);
  return requests.total / (satchel.cpuSeconds() - before);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
