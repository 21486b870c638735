// A file of 200 MB by this package's engine without latency, in Node and in Chromium, compared to one curl -T
// and to the same parts by curl.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { PART_SIZE_BYTES, planParts, upload } from '@satchel/multipart-uploader';
import { createHttpTransport } from '@satchel/multipart-uploader/http';
import { createNodeSender, openFile } from '@satchel/multipart-uploader/node';
import { createUploadServer } from '@satchel/multipart-uploader/server';
import { createAwsStorage } from '@satchel/multipart-uploader/server/aws';
import { median } from './median.ts';
import { startUploadScene, writeFiles } from './upload-scene.ts';
import { BUCKET, createClient, credentials, takeObjects } from './upload-store.ts';

const ROUNDS = 5;
const SIZE_BYTES = 200 * 1024 * 1024;

const scene = await startUploadScene();
const [path = ''] = await writeFiles(scene.directory, 1, SIZE_BYTES);
const storeUrl = scene.near.store;

/** Measures an upload in seconds, and then checks and removes its object. */
async function secondsOf(key: string, run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await run();
  const elapsedMs = performance.now() - startedMs;
  await takeObjects(storeUrl, new Map([[key, SIZE_BYTES]]));
  return elapsedMs / 1000;
}

async function sendByCurl(): Promise<void> {
  const client = createClient(storeUrl);
  const url = await getSignedUrl(client, new PutObjectCommand({ Bucket: BUCKET, Key: 'curl.bin' }));
  await promisify(execFile)('curl', ['--fail', '--silent', '--show-error', '-T', path, url]);
}

/** Measures the store with the same parts, three concurrent, sent by curl. */
async function sendPartsByCurl(): Promise<void> {
  const storage = createAwsStorage(createClient(storeUrl), BUCKET);
  const key = 'parts.bin';
  const object = { key, type: '', sizeBytes: SIZE_BYTES };
  const begun = { key, uploadId: await storage.createUpload(object) };
  const partPath = join(scene.directory, 'part.bin');
  await writeFile(partPath, Buffer.alloc(PART_SIZE_BYTES, 'satchel'));
  const urls = await Promise.all(
    planParts(SIZE_BYTES, PART_SIZE_BYTES).map(({ partNumber, start, end }) =>
      storage.signPart({ ...begun, partNumber, sizeBytes: end - start, expiresInSeconds: 3600 }),
    ),
  );
  const lanes = [0, 1, 2].map((lane) =>
    urls
      .filter((_, index) => index % 3 === lane)
      .flatMap(({ url }, index) => [...(index > 0 ? ['--next'] : []), '-sS', '-T', partPath, url]),
  );
  await Promise.all(lanes.map((given) => promisify(execFile)('curl', given)));
  await storage.completeUpload({ ...begun, parts: await storage.listParts(begun) });
}

async function sendInNode(): Promise<void> {
  const { handle } = createUploadServer({
    storage: createAwsStorage(createClient(storeUrl), BUCKET),
    secret: credentials.secretAccessKey,
    authorize: () => ({ owner: 'bench' }),
    chooseKey: ({ file }) => file.name,
  });
  // The upload server runs in this process, so that only the upload is measured.
  const transport = createHttpTransport({
    url: 'http://localhost/uploads',
    fetch: (input, init) => handle(new Request(input, init)),
  });
  await upload(await openFile(path), { transport, send: createNodeSender(), name: 'node.bin' });
}

async function secondsInChromium(contender: 'ours' | 'whole'): Promise<number> {
  const { elapsedMs, failure } = await scene.upload(contender, [path], scene.near);
  if (failure !== null) throw new Error(failure);
  return elapsedMs / 1000;
}

const rounds: Record<'curl' | 'curlInParts' | 'node' | 'browser' | 'browserWhole', number>[] = [];
for (let round = 1; round <= ROUNDS; round += 1) {
  rounds.push({
    curl: await secondsOf('curl.bin', sendByCurl),
    curlInParts: await secondsOf('parts.bin', sendPartsByCurl),
    node: await secondsOf('node.bin', sendInNode),
    browser: await secondsInChromium('ours'),
    browserWhole: await secondsInChromium('whole'),
  });
}
function compare(
  ours: keyof (typeof rounds)[0],
  other: keyof (typeof rounds)[0],
  words: string,
): void {
  const ratio = median(rounds.map((seconds) => seconds[other] / seconds[ours]));
  console.info(`upload-engine, loopback: ${(100 * ratio).toFixed(0)} % of ${words}`);
}
console.table(rounds);
compare('node', 'curl', 'one curl -T, in Node (goal 90 %)');
compare('node', 'curlInParts', 'the same parts sent by curl, in Node');
compare('browser', 'curl', 'one curl -T, in Chromium (goal 90 %)');
compare('browser', 'browserWhole', 'one PUT of the whole file by Chromium itself');
compare('curlInParts', 'curl', 'one curl -T, by curl in parts: what the store takes of parts');

await scene.stop();
