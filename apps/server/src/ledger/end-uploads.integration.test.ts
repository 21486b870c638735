import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { setDefaultStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { deleteUploadRequests } from '@satchel/api-client/contract/upload-requests';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type System, startSystem } from '../../test/storages.ts';
import { createRequest, deliver, enterRequest } from '../../test/use-requests.ts';

const METADATA_MS = 1000;
const DEADLINES = { transferMs: 5000, silenceMs: 5000, metadataMs: METADATA_MS };
const UPLOADS = 5;
const FILE_PERMISSION = 2;

describe('deletions on storages that do not answer (SECURITY 12)', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem(['sqlite', 'local-s3'], {}, { storage: DEADLINES });
  });
  afterAll(() => system.close());

  it('wait once where a key has open uploads, which the sweep ends later', async () => {
    const { server } = system;
    const storages = [system.storage, await system.addStorage()];
    const { id, api } = await server.createApiKey({ permissions: FILE_PERMISSION });
    for (const { configId } of storages) {
      for (let count = 0; count < UPLOADS; count += 1) {
        const body = { filename: 'open.bin', size: 10, s3_config_id: configId };
        await api.call(presignFileShare, { body });
      }
    }
    for (const { setFault } of storages) setFault(() => new Promise(() => undefined));
    const begun = performance.now();
    await server.api.call(deleteApiKey, { params: { id } });
    expect(performance.now() - begun).toBeLessThan(2 * METADATA_MS);
    for (const { setFault } of storages) setFault(undefined);
    await server.sweep();
    for (const { openUploads } of storages) expect(await openUploads()).toEqual([]);
    expect(await server.prisma.objectWrite.count()).toBe(0);
  });

  it('wait once where many upload requests have files and open uploads', async () => {
    const { server, storage } = system;
    await server.api.call(setDefaultStorageConfig, { params: { id: storage.configId } });
    const ids: string[] = [];
    for (let count = 0; count < UPLOADS; count += 1) {
      const { id, slug } = await createRequest(server.api);
      const { api } = await enterRequest(server, slug);
      await deliver(api, 'sent.txt', 'sent');
      await api.call(presignFileShare, { body: { filename: 'open.bin', size: 10 } });
      ids.push(id);
    }
    storage.setFault(() => new Promise(() => undefined));
    const begun = performance.now();
    const reply = await server.api.call(deleteUploadRequests, { body: { ids } });
    expect(performance.now() - begun).toBeLessThan(2 * METADATA_MS);
    expect(reply.success).toBe(UPLOADS);
    storage.setFault(undefined);
    await server.sweep();
    expect(await storage.openUploads()).toEqual([]);
    expect(await server.prisma.objectWrite.count()).toBe(0);
    expect(await server.prisma.pendingDeletion.count()).toBe(0);
  });
});
