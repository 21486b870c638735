// 8 concurrent downloads of 200 MB, through the server and through a bare pipe: from an S3 of another process, and from
// the embedded store.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { SETTING_GROUPS } from '@satchel/api-client/contract/limits';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import {
  createStorageConfig,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { logIn } from './log-in.ts';
import { median } from './median.ts';
import { type StartedProcess, start, startSatchel } from './start-processes.ts';
import { BUCKET, createClient, credentials, type Store, startStore } from './upload-store.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 7);
const AT_ONCE = 8;
const SIZE_BYTES = 200 * 1024 ** 2;

const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-pipe-'));
const store = await startStore(directory);
const satchel = await startSatchel();
const embedded = await storeFile(satchel, 'embedded');
const external = await storeFile(satchel, 'external', store);
console.info(`memory after the uploads: ${satchel.peakMemoryMebibytes().toFixed(0)} MiB at most`);
const file = join(directory, 'bench.bin');
writeFileSync(file, Buffer.alloc(SIZE_BYTES, 'satchel '));
const barePipe = join(import.meta.dirname, 'bare-pipe.ts');
const bare = await start([barePipe], { SOURCE_URL: await signedUrl(store) });
const bareFile = await start([barePipe], { SOURCE_FILE: file });

await compare('another process', external, bare.url, 95);
await compare('the embedded store', embedded, bareFile.url, 97);
console.info(
  `memory: the server ${satchel.peakMemoryMebibytes().toFixed(0)} MiB at most (goal 300), the pipe ${bare.peakMemoryMebibytes().toFixed(0)} MiB`,
);
console.info(
  `processor: the server ${satchel.cpuSeconds().toFixed(1)} s, the pipe ${bare.cpuSeconds().toFixed(1)} s`,
);
for (const started of [bareFile, bare, satchel, store]) await started.stop();
rmSync(directory, { recursive: true });

/** Downloads in turns, and prints our rate beside the bare one's. */
async function compare(name: string, url: string, bareUrl: string, goal: number): Promise<void> {
  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await rate(url);
    const theirs = await rate(bareUrl);
    // Skips the first, cold round.
    if (round === 0) continue;
    rates.ours.push(ours);
    rates.bare.push(theirs);
  }
  const ratios = rates.ours.map((ours, round) => (100 * ours) / (rates.bare[round] ?? 1));
  console.info(
    `from ${name}: ${median(rates.ours).toFixed(0)} MiB/s, ${median(ratios).toFixed(0)} % ` +
      `(${Math.min(...ratios).toFixed(0)} to ${Math.max(...ratios).toFixed(0)}) of a bare pipe's ` +
      `${median(rates.bare).toFixed(0)} MiB/s (goal ${goal} %)`,
  );
}

/** Stores a file through the server, and returns its download address. */
async function storeFile(server: StartedProcess, slug: string, storage?: Store): Promise<string> {
  const api = await logIn(server.url);
  await api.call(updateSettingGroup, {
    params: { group: SETTING_GROUPS.global },
    query: {},
    body: { max_upload_size: 1024 },
  });
  if (storage) {
    const { id } = await api.call(createStorageConfig, {
      body: {
        name: 'bench',
        provider_type: 'Other',
        endpoint_url: storage.url,
        bucket_name: BUCKET,
        access_key_id: credentials.accessKeyId,
        secret_access_key: credentials.secretAccessKey,
        path_style: true,
      },
    });
    await api.call(setDefaultStorageConfig, { params: { id } });
  }
  const address = `${server.url}/api/upload-direct/bench.bin?slug=${slug}&max_views=0`;
  const reply = await fetch(address, {
    method: 'PUT',
    headers: api.headers(),
    body: Buffer.alloc(SIZE_BYTES, 'satchel '),
  });
  if (!reply.ok) throw new Error(`upload: ${reply.status}`);
  const shown = await api.call(viewFileShare, { params: { slug }, query: {} });
  return shown.proxy_download_url ?? '';
}

async function signedUrl(storage: Store): Promise<string> {
  const client = createClient(storage.url);
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }));
  const [object] = Contents.filter(({ Size }) => Size === SIZE_BYTES);
  const command = new GetObjectCommand({ Bucket: BUCKET, Key: object?.Key });
  const url = await getSignedUrl(client, command, { expiresIn: 3600 });
  client.destroy();
  return url;
}

function download(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => {
      let total = 0;
      response.on('data', (chunk: Buffer) => {
        total += chunk.length;
      });
      response.on('end', () => {
        if (total === SIZE_BYTES) resolve();
        else reject(new Error(`${total} bytes with ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

/** Rate in MiB per second, of all downloads together. */
async function rate(url: string): Promise<number> {
  // Opens new connections, because idle ones of the previous round may just be closing.
  const agent = new Agent({ maxSockets: AT_ONCE, keepAlive: true });
  const started = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, () => download(url, agent)));
  agent.destroy();
  const mebibytes = (AT_ONCE * SIZE_BYTES) / 1024 ** 2;
  return (mebibytes * 1000) / (performance.now() - started);
}
