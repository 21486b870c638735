import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const PAGE_KEYS = 1000;
const BLOCK = Buffer.alloc(1024 ** 2, 'x');
const MODIFIED = new Date('2026-01-01T00:00:00Z');

/** Generated objects of equal size; a key is `prefix` and a number. */
export interface MadeUpObjects {
  readonly prefix: string;
  readonly count: number;
  readonly sizeBytes: number;
}

export interface MadeUpStore {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves the part of S3 that reading a mount needs, and generates objects on the fly. */
export async function startMadeUpStore(objects: readonly MadeUpObjects[]): Promise<MadeUpStore> {
  const sizes = new Map(
    objects.flatMap(({ prefix, count, sizeBytes }) =>
      Array.from({ length: count }, (_, index): [string, number] => [
        prefix + String(index).padStart(6, '0'),
        sizeBytes,
      ]),
    ),
  );
  const keys = [...sizes.keys()].toSorted();
  const server = createServer((request, response) => {
    answer(request, response, keys, sizes).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
  keys: readonly string[],
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://store');
  const key = decodeURIComponent(pathname.split('/').slice(2).join('/'));
  if (key === '') {
    response.setHeader('content-type', 'application/xml');
    response.end(listOf(keys, sizes, searchParams));
    return;
  }
  const size = sizes.get(key);
  if (size === undefined) {
    response.writeHead(404).end();
    return;
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const length = first === undefined ? size : Number(last) + 1 - Number(first);
  response.writeHead(first === undefined ? 200 : 206, {
    'content-length': length,
    'last-modified': MODIFIED.toUTCString(),
    etag: `"${size}"`,
    ...(first === undefined ? {} : { 'content-range': `bytes ${first}-${last}/${size}` }),
  });
  if (method === 'HEAD') response.end();
  else await pipeline(Readable.from(blocksOf(length)), response);
}

function listOf(
  keys: readonly string[],
  sizes: ReadonlyMap<string, number>,
  query: URLSearchParams,
): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const size = Math.min(PAGE_KEYS, Number(query.get('max-keys') ?? PAGE_KEYS));
  // Generates one page at a time, because the store shares the processors with the measured server.
  const start = firstAt(keys, (key) => key > after && key >= prefix);
  const found = keys.slice(start, start + size + 1).filter((key) => key.startsWith(prefix));
  const page = found.slice(0, size);
  const rows = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${sizes.get(key)}</Size><ETag>"${sizes.get(key)}"</ETag>` +
      `<LastModified>${MODIFIED.toISOString()}</LastModified></Contents>`,
  );
  const isTruncated = page.length < found.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`;
}

/** First index from which all keys match, found by binary search. */
function firstAt(keys: readonly string[], isBehind: (key: string) => boolean): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBehind(keys[middle] ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
}

function* blocksOf(sizeBytes: number): Generator<Buffer> {
  for (let left = sizeBytes; left > 0; left -= BLOCK.length) {
    yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
  }
}
