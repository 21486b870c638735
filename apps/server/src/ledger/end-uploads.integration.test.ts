import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type System, startSystem } from '../../test/storages.ts';

const METADATA_MS = 1000;
const DEADLINES = { transferMs: 5000, silenceMs: 5000, metadataMs: METADATA_MS };
const UPLOADS = 5;
const FILE_PERMISSION = 2;

describe('the deletion of a key whose uploads are open (SECURITY 12)', () => {
  let system: System;
  beforeAll(async () => {
    system = await startSystem(['sqlite', 'local-s3'], {}, { storage: DEADLINES });
  });
  afterAll(() => system.close());

  it('waits once for storages that do not answer, and the sweep ends the uploads later', async () => {
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
});
