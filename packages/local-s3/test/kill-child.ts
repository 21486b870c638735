import { createHash, randomBytes, randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openLocalS3 } from '../src/local-s3.ts';
import { type CallStore, createStoreCaller, type StoreReply } from './store-caller.ts';

// kill.test.ts starts this with the store's directory, and kills it while it runs.
const store = await openLocalS3({ directory: process.argv[2] ?? '', credentials: [] });
await store.createBucket('bucket');
const call = createStoreCaller(store);

const WORKERS = 6;
const KEYS_OF_A_WORKER = 4;
const FIRST_PART = Buffer.alloc(5 * 1024 * 1024, 7);

/**
 * Logs a change: `try` before it, because it may exist after the kill, and `done` after it, because it must.
 */
function report(event: 'try' | 'done', key: string, state: string): void {
  writeSync(1, `${event} ${key} ${state}\n`);
}

function stateOf(...bodies: Buffer[]): string {
  const hash = createHash('sha256');
  for (const body of bodies) hash.update(body);
  return hash.digest('hex');
}

function succeed(reply: StoreReply): StoreReply {
  if (reply.status >= 300) throw new Error(`${reply.status} ${reply.body}`);
  return reply;
}

async function put(send: CallStore, key: string): Promise<void> {
  const body = randomBytes(randomInt(2) === 0 ? randomInt(2000) : randomInt(400_000));
  report('try', key, stateOf(body));
  succeed(await send('PUT', `/bucket/${key}`, body));
  report('done', key, stateOf(body));
}

async function remove(send: CallStore, key: string): Promise<void> {
  report('try', key, 'none');
  succeed(await send('DELETE', `/bucket/${key}`));
  report('done', key, 'none');
}

async function upload(send: CallStore, key: string): Promise<void> {
  const started = succeed(await send('POST', `/bucket/${key}?uploads`));
  const id = /<UploadId>(.*)<\/UploadId>/.exec(started.body.toString())?.[1];
  const bodies = randomInt(2) === 0 ? [FIRST_PART, randomBytes(999)] : [randomBytes(5000)];
  let parts = '';
  for (const [at, body] of bodies.entries()) {
    const path = `/bucket/${key}?partNumber=${at + 1}&uploadId=${id}`;
    const { headers } = succeed(await send('PUT', path, body));
    parts += `<Part><PartNumber>${at + 1}</PartNumber><ETag>${headers.etag}</ETag></Part>`;
  }
  if (randomInt(4) === 0) {
    succeed(await send('DELETE', `/bucket/${key}?uploadId=${id}`));
    return;
  }
  const document = `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>`;
  report('try', key, stateOf(...bodies));
  succeed(await send('POST', `/bucket/${key}?uploadId=${id}`, document));
  report('done', key, stateOf(...bodies));
}

async function work(worker: number): Promise<never> {
  for (;;) {
    const key = `${worker}-${randomInt(KEYS_OF_A_WORKER)}`;
    const choice = randomInt(10);
    if (choice < 6) await put(call, key);
    else if (choice < 8) await remove(call, key);
    else await upload(call, key);
  }
}

await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));
