// WebDAV: memory use while a file of 6 GB is uploaded and downloaded, and 50 concurrent clients for a minute.
import { Readable } from 'node:stream';
import { type Contender, send, startSatchelDav } from './webdav-scene.ts';

const LARGE_BYTES = 6 * 1024 ** 3;
const CLIENTS = 50;
const MINUTE_MS = 60_000;
const LOCK =
  '<lockinfo xmlns="DAV:"><lockscope><exclusive/></lockscope><locktype><write/></locktype></lockinfo>';

const satchel = await startSatchelDav();
const headers = { 'content-length': String(LARGE_BYTES) };
await send(satchel, 'PUT', 'sparse.bin', { headers, body: zeros(LARGE_BYTES) });
console.info(`after a PUT of 6 GB: peak memory ${peak()} MiB (goal 300)`);
const { body } = await send(satchel, 'GET', 'sparse.bin');
let bytes = 0;
for await (const chunk of body ?? []) bytes += chunk.length;
if (bytes !== LARGE_BYTES) throw new Error(`${bytes} bytes came back`);
console.info(`after a GET of it: peak memory ${peak()} MiB (goal 300)`);
await send(satchel, 'DELETE', 'sparse.bin');

const ends = performance.now() + MINUTE_MS;
let requests = 0;
const errors: string[] = [];
await Promise.all(Array.from({ length: CLIENTS }, (_, index) => client(satchel, index)));
console.info(
  `${CLIENTS} clients for a minute: ${requests} requests, ${errors.length} errors (goal 0)`,
);
for (const error of errors.slice(0, 5)) console.info(`  ${error}`);
console.info(`peak memory ${peak()} MiB`);
await satchel.stop();

/** Repeats the requests of an editor in a separate directory. */
async function client(contender: Contender, index: number): Promise<void> {
  const directory = `client-${index}/`;
  const call = async (...request: [string, string, Parameters<typeof send>[3]?]) => {
    requests += 1;
    const reply = await send(contender, ...request);
    await reply.arrayBuffer();
    return reply;
  };
  try {
    await call('MKCOL', directory);
  } catch (error) {
    errors.push(String(error));
  }
  for (let round = 0; performance.now() < ends; round += 1) {
    try {
      const file = `${directory}${round}.txt`;
      await call('PUT', file, { body: `${index} ${round}` });
      const locked = await call('LOCK', file, { headers: { depth: '0' }, body: LOCK });
      const token = locked.headers.get('lock-token') ?? '';
      await call('PUT', file, { headers: { if: `(${token})` }, body: 'changed' });
      await call('UNLOCK', file, { headers: { 'lock-token': token } });
      await call('PROPFIND', directory, { headers: { depth: '1' } });
      await call('GET', file);
      const destination = `${contender.url}${directory}moved-${round}.txt`;
      await call('MOVE', file, { headers: { destination } });
      await call('DELETE', `${directory}moved-${round}.txt`);
    } catch (error) {
      errors.push(String(error));
    }
  }
}

function peak(): string {
  return satchel.server.peakMemoryMebibytes().toFixed(0);
}

function zeros(length: number): ReadableStream {
  const chunk = Buffer.alloc(1024 * 1024);
  const chunks = function* () {
    for (let left = length; left > 0; left -= chunk.length) {
      yield left < chunk.length ? chunk.subarray(0, left) : chunk;
    }
  };
  return Readable.toWeb(Readable.from(chunks(), { objectMode: false })) as ReadableStream;
}
