import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '#clock';
import { createBucketWatch } from './bucket-watch.ts';
import { createObjectStores } from './object-stores.ts';

it('object stores close the sockets of a client that they no longer keep', async () => {
  const server = createServer((_, reply) => reply.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stores = createObjectStores(
    undefined,
    createBucketWatch(() => undefined),
    systemClock,
  );
  const storeOf = (version: string) =>
    stores.of({
      configId: version,
      version,
      isEmbedded: false,
      signsContentLength: false,
      conditionalCalls: new Set(),
      endpointUrl: `http://127.0.0.1:${port}`,
      publicEndpointUrl: undefined,
      region: '',
      bucket: 'bucket',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      pathStyle: true,
    });
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const first = storeOf('first');
  expect(await first.head('key')).toBeUndefined();
  const [socket] = await connected;
  const closed = once(socket, 'close');
  for (let other = 0; other < 100; other += 1) storeOf(String(other));
  await closed;
  // A caller that still has the store can continue with it.
  expect(await first.head('key')).toBeUndefined();
  stores.close();
  server.close();
});
