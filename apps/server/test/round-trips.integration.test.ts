import { announceBundleFiles, createBundle } from '@satchel/api-client/contract/bundles';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { commitEntry, presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import {
  testStorageConfig,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countRoundTrips, type RoundTrips } from './count-round-trips.ts';
import { createDavClient } from './dav-client.ts';
import { DATABASES } from './start-server.ts';
import { type System, startSystem } from './storages.ts';

const RUNS = 5;

describe.each(DATABASES)('a small write to a storage elsewhere, on %s', (database) => {
  let system: System;
  let trips: RoundTrips;
  let mountId: string;
  beforeAll(async () => {
    trips = countRoundTrips();
    system = await startSystem([database, 'local-s3']);
    const { server, storage } = system;
    // Finds out that the storage enforces the signed length.
    await server.api.call(testStorageConfig, { params: { id: storage.configId } });
    mountId = await storage.mount('/round-trips');
    await storage.put('folder/known');
  });
  afterAll(async () => {
    trips.stop();
    await system.close();
  });

  const count = async (work: () => Promise<unknown>) => {
    // The first run fills the caches. Background work of the server counts, too, but not in every run.
    await work();
    const runs = [];
    while (runs.length < RUNS) {
      trips.take();
      system.storage.takeRequests();
      await work();
      runs.push({ database: trips.take(), storage: system.storage.takeRequests() });
    }
    const fewest = (lists: readonly string[][]) =>
      lists.reduce((least, each) => (each.length < least.length ? each : least));
    return {
      database: fewest(runs.map((run) => run.database)),
      storage: fewest(runs.map((run) => run.storage)),
    };
  };

  it('by WebDAV costs at most 7 questions of the database and 2 of the storage', async () => {
    const { server } = system;
    const dav = createDavClient(server.url);
    let number = 0;
    const asked = await count(async () => {
      number += 1;
      const path = `/round-trips/folder/${number}.txt`;
      const { status } = await dav('PUT', path, { body: 'x' });
      expect(status).toBe(201);
    });
    expect(asked.storage.length, asked.storage.join('\n')).toBeLessThanOrEqual(2);
    expect(asked.database.length, asked.database.join('\n')).toBeLessThanOrEqual(7);
  });

  it('of a share costs at most 10 questions of the database and 3 of the storage', async () => {
    const { server, storage } = system;
    const asked = await count(async () => {
      const body = { s3_config_id: storage.configId, filename: 'x.txt', size: 1 };
      const { file_id, upload_url } = await server.api.call(presignFileShare, { body });
      const { status, headers } = await fetch(upload_url, { method: 'PUT', body: 'x' });
      expect(status).toBe(200);
      const etag = headers.get('etag');
      await server.api.call(commitFileShare, { body: { file_id, size: 1, etag } });
    });
    expect(asked.storage.length, asked.storage.join('\n')).toBeLessThanOrEqual(3);
    expect(asked.database.length, asked.database.join('\n')).toBeLessThanOrEqual(10);
  });

  it('that 500 files announce costs at most 25 questions of the database', async () => {
    const { server } = system;
    const { id } = await server.api.call(createBundle, { body: {} });
    let round = 0;
    const asked = await count(async () => {
      round += 1;
      const items = Array.from({ length: 500 }, (_, at) => ({
        path: `${round}/${at % 50}/${at}.txt`,
        size: 1,
      }));
      await server.api.call(announceBundleFiles, { params: { id }, body: { items } });
    });
    expect(asked.database.length, asked.database.join('\n')).toBeLessThanOrEqual(25);
  });

  const uploadEntry = async () => {
    const { server } = system;
    const body = { path: '/round-trips/folder/', fileName: 'direct.txt', fileSize: 1 };
    const { presignedUrl, targetPath, fileId } = await server.api.call(presignEntry, { body });
    expect((await fetch(presignedUrl, { method: 'PUT', body: 'x' })).status).toBe(200);
    await server.api.call(commitEntry, { body: { targetPath, mountId, fileId } });
  };

  it('by URL into a mount costs at most 5 questions of the storage', async () => {
    const asked = await count(uploadEntry);
    expect(asked.storage.length, asked.storage.join('\n')).toBeLessThanOrEqual(5);
  });

  it('by URL into a bucket with a limit costs at most 4, because its names are counted', async () => {
    const { server, storage } = system;
    await server.api.call(updateStorageConfig, {
      params: { id: storage.configId },
      body: { total_storage_bytes: 1024 ** 3 },
    });
    const asked = await count(uploadEntry);
    expect(asked.storage.length, asked.storage.join('\n')).toBeLessThanOrEqual(4);
  });
});
