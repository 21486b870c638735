import {
  addBundleItems,
  createBundle,
  deleteBundles,
  listBundleItems,
  removeBundleItems,
} from '@satchel/api-client/contract/bundles';
import { commitFileShare, presignFileShare } from '@satchel/api-client/contract/file-share-uploads';
import { deleteFileShares } from '@satchel/api-client/contract/file-shares';
import { listMounts } from '@satchel/api-client/contract/mounts';
import { setDefaultStorageConfig } from '@satchel/api-client/contract/storage-configs';
import {
  bundleDelivery,
  createUploadRequest,
  deleteDeliveries,
  enterUploadRequest,
  getUploadRequest,
  listDeliveries,
} from '@satchel/api-client/contract/upload-requests';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createCheckedClient } from './checked-client.ts';
import { type OwnBucket, startBucket, startLocalS3Server } from './start-bucket.ts';
import { startServer, type TestServer } from './start-server.ts';
import { putToStorage, uploadFile } from './upload-files.ts';

const ROUNDS = 12;

describe.skipIf(inject('postgresUrl') === undefined)(
  'removals by two replicas of what shows one object (SECURITY 18)',
  () => {
    let one: TestServer;
    let two: TestServer;
    let bucket: OwnBucket;
    beforeEach(async () => {
      one = await startServer('postgresql');
      two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
      bucket = await startBucket(await startLocalS3Server());
      await bucket.mount(one.api, '/m');
      const [mount] = await one.api.call(listMounts, {});
      const params = { id: mount?.storage_config_id ?? '' };
      await one.api.call(setDefaultStorageConfig, { params });
    });
    afterEach(async () => {
      await two.close();
      await one.close();
      await bucket.close();
    });

    const newBundle = async () => (await one.api.call(createBundle, { body: {} })).id;
    const removeBundle = (server: TestServer, id: string) =>
      server.api.call(deleteBundles, { body: { ids: [id] } });
    const removeShare = (server: TestServer, id: string) =>
      server.api.call(deleteFileShares, { body: { ids: [id] } });
    const add = (server: TestServer, id: string, fileId: string) =>
      server.api.call(addBundleItems, { params: { id }, body: { file_ids: [fileId] } });
    const expectNothingLeft = async () => {
      expect(await one.prisma.shareItem.findMany()).toEqual([]);
      await one.sweep();
      expect(await bucket.keys()).toEqual([]);
    };

    it('delete the object with the last of them', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id: shareId } = await uploadFile(one.api, 'content');
        const bundles = [await newBundle(), await newBundle()] as const;
        for (const id of bundles) await add(one, id, shareId);
        await Promise.all([
          removeShare(one, shareId),
          removeBundle(two, bundles[0]),
          removeBundle(one, bundles[1]),
        ]);
      }
      await expectNothingLeft();
    });

    it('keep the object of an item that is added meanwhile, or say that it is gone', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id: shareId } = await uploadFile(one.api, 'content');
        const id = await newBundle();
        const [added] = await Promise.all([add(one, id, shareId), removeShare(two, shareId)]);
        const { items } = await one.api.call(listBundleItems, { params: { id }, query: {} });
        expect([items.length, added.failed.length]).toEqual(
          added.failed.length === 0 ? [1, 0] : [0, 1],
        );
        expect(await bucket.keys()).toHaveLength(items.length);
        await removeBundle(one, id);
      }
      await expectNothingLeft();
    });

    it('leave no row of an upload into a bundle that is deleted meanwhile', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = await newBundle();
        const { authorization } = one;
        const address = `${one.url}/api/upload-direct/a.txt?bundle_id=${id}`;
        const init = { method: 'PUT', body: 'content', headers: { authorization } };
        const [reply] = await Promise.all([fetch(address, init), removeBundle(two, id)]);
        expect([201, 404]).toContain(reply.status);
        expect(await one.prisma.objectWrite.findMany()).toEqual([]);
      }
      await expectNothingLeft();
    });

    it('leave no upload that the storage begins after its bundle was deleted', async () => {
      const id = await newBundle();
      const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
      bucket.setFault(({ operation }) => {
        if (operation !== 'create-upload') return undefined;
        reached.resolve();
        return gate.promise;
      });
      const body = { filename: 'a.txt', size: 7, bundle_id: id };
      const begun = one.api.call(presignFileShare, { body });
      await reached.promise;
      await removeBundle(two, id);
      gate.resolve(undefined);
      const { upload_url } = await begun;
      expect((await fetch(upload_url, { method: 'PUT', body: 'content' })).status).toBe(404);
      expect(await bucket.openUploads()).toEqual([]);
      await expectNothingLeft();
    });

    /** Request with the delivery of one file, and the client of its sender. */
    const deliver = async () => {
      const { id, slug } = await one.api.call(createUploadRequest, { body: { title: 'in' } });
      const entry = { params: { slug }, body: {} };
      const { upload_token: token } = await one.anonymous.call(enterUploadRequest, entry);
      const sender = createCheckedClient(one.url, { kind: 'upload', token });
      await uploadFile(sender, 'content');
      const { deliveries } = await one.api.call(listDeliveries, { params: { id }, query: {} });
      return { id, delivery: deliveries[0]?.id ?? '', sender };
    };

    it('leave no file that arrives in a delivery that is deleted meanwhile', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, delivery, sender } = await deliver();
        const body = { filename: 'b.txt', size: 'content'.length };
        const { file_id, upload_url } = await sender.call(presignFileShare, { body });
        await putToStorage(upload_url, 'content');
        await Promise.allSettled([
          sender.call(commitFileShare, { body: { file_id } }),
          two.api.call(deleteDeliveries, { params: { id }, body: { ids: [delivery] } }),
        ]);
        const { file_count } = await one.api.call(getUploadRequest, { params: { id } });
        expect(file_count).toBe(0);
      }
      await expectNothingLeft();
    });

    it('leave no file of a delivery whose bundle is deleted meanwhile', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { id, delivery } = await deliver();
        const bundle = await one.api.call(bundleDelivery, { params: { id, delivery } });
        await Promise.all([
          one.api.call(deleteDeliveries, { params: { id }, body: { ids: [delivery] } }),
          removeBundle(two, bundle.id),
        ]);
      }
      await expectNothingLeft();
    });

    const prepareRemoval = async (id: string) => () =>
      two.api.call(removeBundleItems, { params: { id }, body: { paths: ['hello.txt'] } });
    const prepareReplacement = async (id: string) => {
      const body = { bundle_id: id, filename: 'hello.txt', size: 'newer'.length, override: true };
      const { file_id, upload_url } = await two.api.call(presignFileShare, { body });
      await putToStorage(upload_url, 'newer');
      return () => two.api.call(commitFileShare, { body: { file_id } });
    };

    it.each([
      ['removed from', prepareRemoval],
      ['replaced in', prepareReplacement],
    ])(
      'leave no file of a deleted delivery that is %s its bundle meanwhile',
      async (_, prepare) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const { id, delivery } = await deliver();
          const bundle = await one.api.call(bundleDelivery, { params: { id, delivery } });
          const change = await prepare(bundle.id);
          await Promise.all([
            one.api.call(deleteDeliveries, { params: { id }, body: { ids: [delivery] } }),
            change(),
          ]);
          await removeBundle(two, bundle.id);
        }
        await expectNothingLeft();
      },
    );
  },
);
