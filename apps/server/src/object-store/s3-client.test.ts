import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createS3Client } from './s3-client.ts';
import { createS3ObjectStore } from './s3-object-store.ts';

/** A storage that takes requests and answers PUTs late, everything else never. */
const server = createServer((request, response) => {
  if (request.method !== 'PUT') return;
  const reply = () => response.writeHead(200, { etag: '"late"' }).end();
  request.resume().once('end', () => setTimeout(reply, 300));
});

describe('a storage that does not answer (SECURITY 12)', () => {
  let endpointUrl = '';
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    endpointUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.closeAllConnections());
  afterAll(() => server.close());

  const openStore = () => {
    const location = {
      configId: 'silent',
      version: '1',
      isEmbedded: false,
      signsContentLength: false,
      endpointUrl,
      publicEndpointUrl: undefined,
      region: '',
      bucket: 'bucket',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      pathStyle: true,
    };
    const client = createS3Client(location, undefined, { maxAttempts: 1, requestTimeoutMs: 100 });
    return createS3ObjectStore(client, location, { now: () => new Date() });
  };

  it('is given up with storage.timeout', async () => {
    const store = openStore();
    const { signal } = new AbortController();
    const calls = [store.head('x'), store.list({ prefix: '' }), store.get('x', { signal })];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'storage.timeout' });
  });

  it('is not given up while something is uploaded', async () => {
    const { signal } = new AbortController();
    const options = { contentType: 'x/y', size: 5, signal };
    const stored = await openStore().put('x', Readable.from([Buffer.from('bytes')]), options);
    expect(stored).toEqual({ etag: '"late"', size: 5 });
  });
});
