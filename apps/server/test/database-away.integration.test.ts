import { setTimeout as sleep } from 'node:timers/promises';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createDavClient, type DavClient } from './dav-client.ts';
import { type MountedStorage, useStorage } from './mounted-storage.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';
import { createDatabase } from './start-postgres.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from './start-s3.ts';
import { startServer, type TestServer } from './start-server.ts';
import { type StorageProxy, startStorageProxy } from './storage-proxy.ts';

const postgresUrl = inject('postgresUrl');

describe.skipIf(postgresUrl === undefined)(
  'a database that goes away while files are renamed and copied (SECURITY 21)',
  () => {
    let database: PostgresProxy;
    let server: TestServer;
    let s3: TestS3;
    let proxy: StorageProxy;
    let storage: MountedStorage;
    let dav: DavClient;
    beforeAll(async () => {
      database = await startPostgresProxy(await createDatabase(postgresUrl ?? ''));
      server = await startServer('postgresql', { DATABASE_URL: database.url });
      s3 = await startS3('bucket');
      proxy = await startStorageProxy(s3.url);
      const { id } = await server.api.call(createStorageConfig, {
        body: {
          name: 'bucket',
          provider_type: 'Other',
          endpoint_url: proxy.url,
          bucket_name: 'bucket',
          access_key_id: S3_CREDENTIALS.accessKeyId,
          secret_access_key: S3_CREDENTIALS.secretAccessKey,
          path_style: true,
        },
      });
      storage = await useStorage(server, id, {
        endpoint: s3.url,
        bucket: 'bucket',
        ...S3_CREDENTIALS,
      });
      await storage.mount('/m');
      dav = createDavClient(server.url);
    });
    afterAll(async () => {
      await server.close();
      await database.close();
      await proxy.close();
      await s3.close();
    });

    it('leaves no name locked once it is back', async () => {
      for (const key of ['a', 'c']) await storage.put(key, `old ${key}`);
      const released = Promise.withResolvers<undefined>();
      proxy.setFault(({ operation }) => (operation === 'copy' ? released.promise : undefined));
      const moved = dav('MOVE', '/m/a', { headers: { destination: '/dav/m/b' } });
      const copied = dav('COPY', '/m/c', { headers: { destination: '/dav/m/d' } });
      await vi.waitFor(() => expect(proxy.running()).toBe(2), { timeout: 10_000 });
      database.refuse();
      released.resolve(undefined);
      await Promise.allSettled([moved, copied].map((call) => Promise.race([call, sleep(5000)])));
      database.accept();
      proxy.setFault(undefined);

      for (const name of ['a', 'b', 'c', 'd']) {
        const put = () => dav('PUT', `/m/${name}`, { body: `new ${name}` });
        let { status } = await put();
        for (let tries = 0; status >= 300 && tries < 120; tries += 1) {
          await sleep(500);
          ({ status } = await put());
        }
        expect(status, name).toBeLessThan(300);
        expect(await storage.read(name)).toBe(`new ${name}`);
      }
    });
  },
);
