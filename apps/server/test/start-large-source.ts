import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ApiClient } from '@satchel/api-client';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';

/** Larger than the limit of a stream that is stored in one request. */
const SIZE_BYTES = 1024 ** 3 + 1;
const MODIFIED = new Date('2026-01-01T00:00:00Z');
const ETAG = '"00000000000000000000000000000000"';

/** Storage with one large file of zeros, which are generated while they are read. */
export interface LargeSource {
  readonly key: string;
  mount(api: ApiClient, path: string): Promise<void>;
  close(): Promise<void>;
}

export async function startLargeSource(): Promise<LargeSource> {
  const key = 'zeros.bin';
  const server = createServer(({ method, url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://storage.invalid');
    if (searchParams.has('list-type')) return list(key, searchParams.get('prefix') ?? '', response);
    if (!pathname.endsWith(`/${key}`)) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-length': SIZE_BYTES,
      'content-type': 'application/octet-stream',
      etag: ETAG,
      'last-modified': MODIFIED.toUTCString(),
    });
    if (method === 'HEAD') return void response.end();
    const body = Readable.from(zeros(), { objectMode: false });
    response.on('close', () => body.destroy());
    body.pipe(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    key,
    async mount(api, path) {
      const { id } = await api.call(createStorageConfig, {
        body: {
          name: 'zeros',
          provider_type: 'Other',
          endpoint_url: `http://127.0.0.1:${port}`,
          bucket_name: 'zeros',
          access_key_id: 'anything',
          secret_access_key: 'is good here',
          path_style: true,
        },
      });
      const body = { name: path, storage_type: 'S3', mount_path: path, cache_ttl: 0 } as const;
      await api.call(createMount, { body: { ...body, storage_config_id: id } });
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function list(key: string, prefix: string, response: ServerResponse): void {
  const file = `<Contents><Key>${key}</Key><Size>${SIZE_BYTES}</Size><ETag>${ETAG}</ETag><LastModified>${MODIFIED.toISOString()}</LastModified></Contents>`;
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>false</IsTruncated>${key.startsWith(prefix) ? file : ''}</ListBucketResult>`,
  );
}

function* zeros(): Generator<Buffer> {
  const chunk = Buffer.alloc(64 * 1024);
  for (let left = SIZE_BYTES; left > 0; left -= chunk.length) {
    yield chunk.subarray(0, Math.min(left, chunk.length));
  }
}
