import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createBufferBudget } from '#concurrency/buffer-budget.ts';
import { bucketLocation } from '../../../test/bucket-location.ts';
import { listPages } from '../list-pages.ts';
import type { ObjectStore } from '../object-store.ts';
import { createS3Client, type RequestHandler } from './s3-client.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

/** Opens a store whose storage gives these answers, the last one again and again. */
function openStore(...answers: readonly [status: number, xml: string][]) {
  const location = bucketLocation({ configId: 'answers', isEmbedded: true });
  let asked = 0;
  const handler = {
    async handle() {
      const [statusCode, xml] = answers[Math.min(asked, answers.length - 1)] ?? [500, ''];
      asked += 1;
      const isPage = xml === '' || xml.startsWith('<html');
      const headers = {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'application/xml',
        'content-length': String(xml.length),
      };
      return { response: { statusCode, headers, body: Readable.from([Buffer.from(xml)]) } };
    },
  } as RequestHandler;
  const client = createS3Client(location, handler);
  const clock = { now: () => new Date() };
  return createS3ObjectStore(client, location, clock, createBufferBudget(1024));
}

describe('a listing (SECURITY 25)', () => {
  const page = (keys: readonly string[], more = '') =>
    `<ListBucketResult><Name>bucket</Name>${more}${keys
      .map((key) => `<Contents><Key>${key}</Key></Contents>`)
      .join('')}</ListBucketResult>`;
  const keysOf = async (store: ReturnType<typeof openStore>) => {
    const keys: string[] = [];
    for await (const { objects } of listPages(store, { prefix: '' })) {
      keys.push(...objects.map(({ key }) => key));
    }
    return keys;
  };

  it.each([
    ['encoded', '<EncodingType>url</EncodingType>', ['a%2Bb', '100%25', 'a+b', '%C3%BC']],
    ['not encoded by a storage that cannot', '', ['a+b', '100%', 'a b', 'ü']],
  ])('has its keys as they are if they are %s', async (_, more, keys) => {
    expect(await keysOf(openStore([200, page(keys, more)]))).toEqual(['a+b', '100%', 'a b', 'ü']);
  });

  it('has the other keys if one is not UTF-8', async () => {
    const xml = page(['a', 'b%FF%41', 'c'], '<EncodingType>url</EncodingType>');
    expect(await keysOf(openStore([200, xml]))).toEqual(['a', 'b\ufffdA', 'c']);
  });

  const truncated = '<IsTruncated>true</IsTruncated>';
  it.each([
    ['that does not lead on', truncated],
    ['without end', `${truncated}<NextContinuationToken>x</NextContinuationToken>`],
  ])('%s is an error, because it would look complete or never end', async (_, more) => {
    await expect(keysOf(openStore([200, page(['a'], more)]))).rejects.toMatchObject({
      code: 'storage.unavailable',
    });
  });
});

describe('an answer that is not from a storage', () => {
  const { signal } = new AbortController();
  const unavailable = { code: 'storage.unavailable', status: 502 };
  const calls: Record<string, (store: ObjectStore) => Promise<unknown>> = {
    get: (store) => store.get('x', { signal }),
    list: (store) => store.list({ prefix: '' }),
    put: (store) => store.put('x', Readable.from(['x']), { contentType: 'x/y', size: 1, signal }),
    'put in parts': (store) => store.put('x', Readable.from(['x']), { contentType: 'x/y', signal }),
    copy: (store) => store.copy('x', 'y', { size: 1, signal }),
    remove: (store) => store.remove(['x']),
    // XML cannot hold this key, so it is removed by itself.
    'remove one': (store) => store.remove(['\u0001']),
    listParts: (store) => store.listParts('x', 'id', signal),
    completeUpload: (store) => store.completeUpload('x', 'id', [{ partNumber: 1, etag: 'e' }]),
    abortUpload: (store) => store.abortUpload('x', 'id'),
  };

  it.each(Object.entries(calls))('does not mean that there is nothing: %s', async (_, call) => {
    for (const body of ['404 page not found', '<Error><Code>NoSuchBucket</Code></Error>']) {
      await expect(call(openStore([404, body]))).rejects.toMatchObject(unavailable);
    }
  });

  it.each([...Object.entries(calls), ['head', (store: ObjectStore) => store.head('x')] as const])(
    'does not mean success: %s',
    async (_, call) => {
      const page = '<html><body>We will be back soon</body></html>';
      await expect(call(openStore([200, page]))).rejects.toMatchObject(unavailable);
    },
  );

  it('is not the empty answer to a deletion that a storage calls HTML', async () => {
    await openStore([204, '']).remove(['\u0001']);
    await openStore([200, '']).remove(['\u0001']);
  });
});
