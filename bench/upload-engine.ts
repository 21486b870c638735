// A file of 200 MB by our engine, Uppy and AWS lib-storage with 50 ms of latency; and by curl without.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PART_SIZE_BYTES, planParts, upload } from '@satchel/multipart-uploader';
import { createNodeSender, openFile } from '@satchel/multipart-uploader/node';
import { bundle, launchChromium } from '@satchel/multipart-uploader/test/chromium';
import { createS3Transport } from '@satchel/multipart-uploader/test/s3-transport';
import { start } from './start-processes.ts';
import type { Contender, UploadPage } from './upload-engine-page.ts';
import {
  BUCKET,
  clientConfig,
  createClient,
  startSigningServer,
  startStore,
  takeObject,
} from './upload-store.ts';

declare const page: UploadPage;

const LATENCY_MS = 50;
const ROUNDS = 3;
const SIZE_BYTES = 200 * 1024 * 1024;
const CONTENDERS = ['ours', 'uppySigned', 'uppySigning', 'libStorage'] as const;

const directory = await mkdtemp(join(tmpdir(), 'satchel-bench-upload-'));
const path = join(directory, 'file.bin');
await writeFile(path, Buffer.alloc(SIZE_BYTES, createHash('sha256').update('satchel').digest()));
const store = await startStore(join(directory, 's3'));
const signing = await startSigningServer(
  await bundle(join(import.meta.dirname, 'upload-engine-page.ts')),
);
// Half of the latency on the way there, half on the way back.
const delayed = (target: string) =>
  start([join(import.meta.dirname, 'delay-proxy.ts')], {
    TARGET: target,
    DELAY_MS: String(LATENCY_MS / 2),
  });
const [farStore, farSigning] = await Promise.all([delayed(store.url), delayed(signing.url)]);
const browser = await launchChromium();

/** One upload in a page of its own, in MiB/s. */
async function rateInPage(contender: Contender, pageUrl: string, storeUrl: string) {
  signing.storeUrl = storeUrl;
  const tab = await browser.newPage();
  await tab.goto(pageUrl);
  await tab.waitForFunction(() => 'page' in globalThis);
  await tab.setInputFiles('input', path);
  const key = `${contender}.bin`;
  const target = { bucket: BUCKET, config: clientConfig(storeUrl) };
  const elapsedMs = await tab.evaluate(
    ([name, objectKey, given]) => page.run(name, objectKey, given),
    [contender, key, target] as const,
  );
  await tab.close();
  return rateOf(key, elapsedMs);
}

async function rateOf(key: string, elapsedMs: number): Promise<number> {
  await takeObject(store.url, key, SIZE_BYTES);
  return (SIZE_BYTES / 1024 ** 2) * (1000 / elapsedMs);
}

async function rateOfCurl(): Promise<number> {
  const client = createClient(store.url);
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'curl.bin' }));
  const startedMs = performance.now();
  await promisify(execFile)('curl', ['--fail', '--silent', '--show-error', '-T', path, url]);
  return rateOf('curl.bin', performance.now() - startedMs);
}

/** What the store takes of these very parts, three at a time, from a client that costs next to nothing. */
async function rateOfCurlInParts(): Promise<number> {
  const client = createClient(store.url);
  const transport = createS3Transport(client, BUCKET);
  const { signal } = new AbortController();
  const file = { name: 'parts.bin', size: SIZE_BYTES, type: '', lastModified: 0 };
  const plan = planParts(SIZE_BYTES, PART_SIZE_BYTES);
  const partPath = join(directory, 'part.bin');
  await writeFile(partPath, Buffer.alloc(PART_SIZE_BYTES, 'satchel'));
  const startedMs = performance.now();
  const request = { file, metadata: null, partSize: PART_SIZE_BYTES, partCount: plan.length };
  const created = {
    ...request,
    ...(await transport.create(request, signal)),
    slice: () => new Blob(),
  };
  const partNumbers = plan.map(({ partNumber }) => partNumber);
  const { urls } = await transport.signParts({ ...created, partNumbers }, signal);
  const lanes = [0, 1, 2].map((lane) =>
    urls
      .filter((_, index) => index % 3 === lane)
      .flatMap(({ url }, index) => [...(index > 0 ? ['--next'] : []), '-sS', '-T', partPath, url]),
  );
  await Promise.all(lanes.map((given) => promisify(execFile)('curl', given)));
  const parts = await transport.listParts(created, signal);
  await transport.complete({ ...created, parts }, signal);
  return rateOf('parts.bin', performance.now() - startedMs);
}

async function rateInNode(): Promise<number> {
  const client = createClient(store.url);
  const transport = createS3Transport(client, BUCKET);
  const file = await openFile(path);
  const startedMs = performance.now();
  await upload(file, { transport, send: createNodeSender(), name: 'node.bin' });
  return rateOf('node.bin', performance.now() - startedMs);
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
const show = (rates: Record<string, number>) =>
  Object.entries(rates)
    .map(([name, rate]) => `${name} ${rate.toFixed(0)}`)
    .join(', ');
const percent = (ratios: readonly number[]) => `${(100 * median(ratios)).toFixed(0)} %`;

const far: Record<(typeof CONTENDERS)[number], number>[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const rates = { ours: 0, uppySigned: 0, uppySigning: 0, libStorage: 0 };
  for (const contender of CONTENDERS) {
    rates[contender] = await rateInPage(contender, farSigning.url, farStore.url);
  }
  far.push(rates);
  console.info(`${LATENCY_MS} ms, round ${round}: ${show(rates)} MiB/s`);
}
const near: Record<'curl' | 'curlInParts' | 'browser' | 'browserWhole' | 'node', number>[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  const rates = {
    curl: await rateOfCurl(),
    curlInParts: await rateOfCurlInParts(),
    browser: await rateInPage('ours', signing.url, store.url),
    browserWhole: await rateInPage('whole', signing.url, store.url),
    node: await rateInNode(),
  };
  near.push(rates);
  console.info(`loopback, round ${round}: ${show(rates)} MiB/s`);
}
for (const [name, words, goal] of [
  ['uppySigned', "Uppy's rate, signed by the server as ours is", ' (goal 200 %)'],
  ['uppySigning', "Uppy's rate, signing in the page", ' (goal 200 %)'],
  ['libStorage', "AWS lib-storage's rate, signing in the page", ''],
] as const) {
  const ratio = percent(far.map((rates) => rates.ours / rates[name]));
  console.info(`upload-engine, ${LATENCY_MS} ms: ${ratio} of ${words}${goal}`);
}
const compareNear = (one: keyof (typeof near)[0], other: keyof (typeof near)[0], words: string) =>
  console.info(
    `upload-engine, loopback: ${percent(near.map((rates) => rates[one] / rates[other]))} of ${words}`,
  );
compareNear('node', 'curl', 'one curl -T, in Node (goal 90 %)');
compareNear('node', 'curlInParts', 'the same parts sent by curl, in Node');
compareNear('browser', 'curl', 'one curl -T, in Chromium (goal 90 %)');
compareNear('browser', 'browserWhole', 'one PUT of the whole file by Chromium itself');

await browser.close();
signing.stop();
await Promise.all([farStore.stop(), farSigning.stop()]);
await store.stop();
await rm(directory, { recursive: true });
