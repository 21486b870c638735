// Uploads of 1 KB by presigned URL compared to the three S3 calls that they consist of; and rates of signing
// and presigning.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  commitFileShare,
  initFileShareMultipart,
  presignFileShare,
} from '@satchel/api-client/contract/file-share-uploads';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import autocannon from 'autocannon';
import { logInWithToken } from './log-in.ts';
import { median } from './median.ts';
import { startSatchel } from './start-processes.ts';
import { BUCKET, createClient, credentials, startStore } from './upload-store.ts';

const ROUNDS = 7;
const UPLOADS_A_ROUND = 30;
const SIGN_SECONDS = 3;
const CONNECTIONS = 20;
const content = new Uint8Array(1024).fill(120);

const directory = mkdtempSync(join(tmpdir(), 'satchel-bench-direct-'));
const store = await startStore(directory);
const client = createClient(store.url);
const satchel = await startSatchel();
const { api, token } = await logInWithToken(satchel.url);
const { id: external } = await api.call(createStorageConfig, {
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

const file = { filename: 'a.txt', size: content.length, s3_config_id: external };

const put = async (url: string) => {
  const reply = await fetch(url, { method: 'PUT', body: content });
  if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
  await reply.arrayBuffer();
};

async function uploadOurs(): Promise<void> {
  const { upload_url, file_id } = await api.call(presignFileShare, { body: file });
  await put(upload_url);
  await api.call(commitFileShare, { body: { file_id, size: content.length } });
}

async function uploadBare(index: number): Promise<void> {
  const object = { Bucket: BUCKET, Key: `bare/${index}` };
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(object));
  const part = { ...object, UploadId, PartNumber: 1, Body: content };
  const { ETag } = await client.send(new UploadPartCommand(part));
  const MultipartUpload = { Parts: [{ PartNumber: 1, ETag }] };
  await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload }));
}

async function timeOf(work: (index: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  for (let index = 0; index < UPLOADS_A_ROUND; index += 1) await work(index);
  return (performance.now() - start) / UPLOADS_A_ROUND;
}

const ratios: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) {
  const [ours, bare] = [await timeOf(uploadOurs), await timeOf(uploadBare)];
  // Skips the first round, which warms up both.
  if (round > 0) ratios.push(ours / bare);
  console.info(`round ${round}: ${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`);
}
console.info(`direct-upload: ${median(ratios).toFixed(2)} × the three S3 calls (goal 2.5)`);

/** Measures how fast the server signs URLs of an open upload's parts, which needs no storage call. */
async function signRate(s3_config_id: string): Promise<number> {
  const size = 100 * 1024 * 1024;
  const body = { filename: 'big.bin', size, s3_config_id };
  const { file_id, upload_id } = await api.call(initFileShareMultipart, { body });
  return rateOf('s3/multipart/refresh-urls', { file_id, upload_id, part_numbers: [1] });
}

/** Number of answered calls per second. */
async function rateOf(call: string, body: object): Promise<number> {
  const { requests, non2xx } = await autocannon({
    url: `${satchel.url}/api/${call}`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    connections: CONNECTIONS,
    duration: SIGN_SECONDS,
  });
  if (non2xx > 0) throw new Error(`${non2xx} replies were no success`);
  return requests.average;
}

const signing: number[] = [];
for (let round = 0; round <= 3; round += 1) {
  const [outside, embedded] = [await signRate(external), await signRate('embedded')];
  if (round > 0) signing.push(outside / embedded);
  console.info(`signing: ${outside.toFixed(0)}/s outside, ${embedded.toFixed(0)}/s embedded`);
}
const percent = (100 * median(signing)).toFixed(0);
console.info(`signing: ${percent} % of the embedded store's rate for an external S3 (goal 70)`);

/** Number of uploads per second that the storage alone creates, with the same concurrency. */
async function beginRate(): Promise<number> {
  let begun = 0;
  const end = performance.now() + SIGN_SECONDS * 1000;
  const begin = async (lane: number) => {
    for (let index = 0; performance.now() < end; index += 1, begun += 1) {
      const object = { Bucket: BUCKET, Key: `begun/${lane}-${index}` };
      await client.send(new CreateMultipartUploadCommand(object));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, lane) => begin(lane)));
  return begun / SIGN_SECONDS;
}

const presigning: number[] = [];
for (let round = 0; round <= 3; round += 1) {
  const [ours, alone] = [await rateOf('s3/presign', file), await beginRate()];
  if (round > 0) presigning.push(ours / alone);
  console.info(`presigning: ${ours.toFixed(0)}/s, its storage call alone ${alone.toFixed(0)}/s`);
}
console.info(`presigning: ${median(presigning).toFixed(2)} × its storage call alone (goal 0.9)`);
client.destroy();
await satchel.stop();
await store.stop();
rmSync(directory, { recursive: true });
