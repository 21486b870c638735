import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from './start-server.ts';

const PAGES = 300;
const PER_PAGE = 1000;
/** Maximum number of pages read ahead: before the reply starts, in its pieces, and in sockets. */
const MAX_AHEAD = 60;

describe('a directory of 300,000 files', () => {
  let server: TestServer;
  let pagesRead = 0;
  /** Storage that lists more files than a test could store. */
  const storage = createServer((asked, response) => {
    const query = new URL(asked.url ?? '', 'http://storage').searchParams;
    const page = Number(query.get('continuation-token') ?? 0);
    if (Number(query.get('max-keys') ?? PER_PAGE) === PER_PAGE) pagesRead += 1;
    const contents = Array.from({ length: PER_PAGE }, (_, index) => {
      const key = `file-${String(page * PER_PAGE + index).padStart(7, '0')}.txt`;
      return `<Contents><Key>${key}</Key><Size>1</Size><ETag>&quot;e&quot;</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>`;
    });
    const isLast = page + 1 >= PAGES;
    const next = isLast ? '' : `<NextContinuationToken>${page + 1}</NextContinuationToken>`;
    response.setHeader('content-type', 'application/xml');
    response.end(
      `<ListBucketResult><Name>bucket</Name><IsTruncated>${!isLast}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  });
  beforeAll(async () => {
    storage.listen(0, '127.0.0.1');
    await once(storage, 'listening');
    server = await startServer('sqlite');
    const { id } = await server.api.call(createStorageConfig, {
      body: {
        ...{ name: 'large', provider_type: 'Other', bucket_name: 'bucket', path_style: true },
        endpoint_url: `http://127.0.0.1:${(storage.address() as AddressInfo).port}`,
        ...{ access_key_id: 'id', secret_access_key: 'secret' },
      },
    });
    await server.api.call(createMount, {
      body: { name: 'm', storage_type: 'S3', mount_path: '/m', storage_config_id: id },
    });
  });
  afterAll(async () => {
    await server.close();
    storage.closeAllConnections();
    storage.close();
  });
  beforeEach(() => {
    pagesRead = 0;
  });

  /** Waits until no more pages are read. */
  const untilQuiet = async () => {
    for (let before = -1; before !== pagesRead; ) {
      before = pagesRead;
      await sleep(1000);
    }
    return pagesRead;
  };

  it.each([
    ['the API', 'GET', '/api/fs/list?path=/m/', '"isDirectory":false'],
    ['WebDAV', 'PROPFIND', '/dav/m/', '<D:getcontentlength>'],
  ])(
    'is read by %s no faster than the client takes it, and arrives whole',
    async (_, method, path, entry) => {
      const headers = { authorization: server.authorization, depth: '1' };
      const sent = request(server.url + path, { method, headers }).end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      expect(await untilQuiet()).toBeLessThan(MAX_AHEAD);
      let entries = 0;
      let tail = '';
      for await (const chunk of response.setEncoding('utf8')) {
        const text: string = tail + chunk;
        entries += text.split(entry).length - 1;
        tail = text.slice(1 - entry.length);
      }
      expect([response.statusCode, entries]).toEqual([
        method === 'GET' ? 200 : 207,
        PAGES * PER_PAGE,
      ]);
    },
    120_000,
  );
});
