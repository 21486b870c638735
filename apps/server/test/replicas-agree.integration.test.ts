import { listDirectory } from '@satchel/api-client/contract/file-system';
import { createMount, deleteMount, updateMount } from '@satchel/api-client/contract/mounts';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import {
  createStorageConfig,
  listStorageConfigs,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { maxUploadSize } from '@satchel/api-client/contract/system';
import {
  createTextShare,
  deleteTextShares,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { namesIn, useStorage } from './mounted-storage.ts';
import { S3_CREDENTIALS, startS3, type TestS3 } from './start-s3.ts';
import { startServer, type TestServer } from './start-server.ts';

const ROUNDS = Array.from({ length: 30 }, (_, round) => round + 1);
const READERS = Array.from({ length: 20 });

describe.skipIf(inject('postgresUrl') === undefined)(
  'a change that one replica acknowledged is in force on the other (CONTRACT A6, SECURITY 18)',
  () => {
    let one: TestServer;
    let two: TestServer;
    let s3: TestS3;
    let configId: string;
    beforeAll(async () => {
      s3 = await startS3('bucket');
      one = await startServer('postgresql');
      two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
      ({ id: configId } = await one.api.call(createStorageConfig, {
        body: {
          name: 'Elsewhere',
          provider_type: 'Other',
          endpoint_url: s3.url,
          bucket_name: 'bucket',
          access_key_id: S3_CREDENTIALS.accessKeyId,
          secret_access_key: S3_CREDENTIALS.secretAccessKey,
          path_style: true,
          is_public: true,
        },
      }));
    });
    afterAll(async () => {
      await two.close();
      await one.close();
      await s3.close();
    });

    const feedConnections = () => one.prisma.$queryRaw<{ pid: number }[]>`
      SELECT pid FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'satchel changes'`;
    /** Closes all connections of the change feed, including those that publish. */
    const cutFeed = async () => {
      for (const { pid } of await feedConnections()) {
        await one.prisma.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`;
      }
    };
    const cutConnectedFeed = async () => {
      const isConnected = async () =>
        expect((await feedConnections()).length).toBeGreaterThanOrEqual(2);
      await vi.waitFor(isConnected, { timeout: 10_000 });
      await cutFeed();
    };
    /** In later rounds the feed may not be connected yet; its connections are closed all the same. */
    const cutInRound = (round: number) => (round === 1 ? cutConnectedFeed() : cutFeed());
    const create = () => one.api.call(createTextShare, { body: { content: 'the text' } });
    const view = (slug: string) =>
      two.anonymous.call(viewTextShare, { params: { slug }, query: {} });
    /** Creates a text that the other replica has shown, and so has cached. */
    const createSeen = async () => {
      const share = await create();
      for (let read = 0; read < 2; read += 1) {
        expect(await view(share.slug)).toMatchObject({ content: 'the text' });
      }
      return share;
    };
    const update = (id: string, body: object) =>
      one.api.call(updateTextShare, { params: { id }, body: { content: 'the text', ...body } });
    const mount = (mount_path: string, cache_ttl = 0) =>
      one.api.call(createMount, {
        body: {
          name: mount_path,
          storage_type: 'S3',
          storage_config_id: configId,
          mount_path,
          cache_ttl,
        },
      });

    describe.each([
      ['connected', async () => undefined],
      ['cut by pg_terminate_backend', cutInRound],
    ])('with its feed of changes %s', (_, beforeChange) => {
      it('delivers a text once to 20 readers after its limit was set to one view', async () => {
        for (const round of ROUNDS) {
          const { id, slug } = await createSeen();
          await beforeChange(round);
          await update(id, { maxViews: 1 });
          const replies = await Promise.allSettled(READERS.map(() => view(slug)));
          const delivered = replies.filter(({ status }) => status === 'fulfilled');
          expect(delivered, `round ${round}`).toHaveLength(1);
        }
      });

      it('asks for the password of a text from the next read on', async () => {
        for (const round of ROUNDS) {
          const { id, slug } = await createSeen();
          await beforeChange(round);
          await update(id, { password: 'sesame' });
          const read = await view(slug);
          expect(read, `round ${round}`).toMatchObject({ requiresPassword: true });
          expect(read).not.toHaveProperty('content');
        }
      });

      it('shows a changed text from the next read on', async () => {
        for (const round of ROUNDS) {
          const { id, slug } = await createSeen();
          await beforeChange(round);
          await update(id, { content: `of round ${round}` });
          expect(await view(slug)).toMatchObject({ content: `of round ${round}` });
        }
      });

      it('knows no text by its old name, nor one that was deleted', async () => {
        const gone = { code: 'text_shares.not_found' };
        for (const round of ROUNDS) {
          const [renamed, deleted] = [await createSeen(), await createSeen()];
          await beforeChange(round);
          const newSlug = `renamed-${renamed.slug}`;
          await update(renamed.id, { newSlug });
          await one.api.call(deleteTextShares, { body: { ids: [deleted.id] } });
          await expect(view(renamed.slug), `round ${round}`).rejects.toMatchObject(gone);
          await expect(view(deleted.slug), `round ${round}`).rejects.toMatchObject(gone);
          expect(await view(newSlug)).toMatchObject({ content: 'the text' });
        }
      });

      it('goes by a changed setting from the next call on', async () => {
        for (const round of ROUNDS) {
          await two.anonymous.call(maxUploadSize, {});
          await beforeChange(round);
          const body = { max_upload_size: 100 + round };
          await one.api.call(updateSettingGroup, { params: { group: 1 }, query: {}, body });
          const { max_upload_size: size } = await two.anonymous.call(maxUploadSize, {});
          expect(size).toBe(100 + round);
        }
      });

      it('shows nothing below a mount that was switched off or removed', async () => {
        const list = (path: string) => two.api.call(listDirectory, { query: { path } });
        for (const round of ROUNDS) {
          const [off, removed] = [await mount(`/off-${round}`), await mount(`/gone-${round}`)];
          await Promise.all([list(`/off-${round}`), list(`/gone-${round}`)]);
          await beforeChange(round);
          await one.api.call(updateMount, { params: { id: off.id }, body: { is_active: false } });
          await one.api.call(deleteMount, { params: { id: removed.id } });
          await expect(list(`/off-${round}`), `round ${round}`).rejects.toThrow();
          await expect(list(`/gone-${round}`), `round ${round}`).rejects.toThrow();
          await one.api.call(deleteMount, { params: { id: off.id } });
        }
      });

      it('hides a storage from keys as soon as it is private', async () => {
        const key = await one.createApiKey({ permissions: PERMISSION_FLAGS.file_share });
        const api = two.apiAs({ kind: 'apiKey', key: key.key });
        const sees = async () =>
          (await api.call(listStorageConfigs, { query: {} })).some(({ id }) => id === configId);
        const publish = (is_public: boolean) =>
          one.api.call(updateStorageConfig, { params: { id: configId }, body: { is_public } });
        for (const round of ROUNDS) {
          expect(await sees()).toBe(true);
          await beforeChange(round);
          await publish(false);
          expect(await sees(), `round ${round}`).toBe(false);
          await publish(true);
        }
      });
    });

    it('does not keep a listing that it would not be told to drop', async () => {
      const { id } = await mount('/listed', 3600);
      const storage = await useStorage(one, configId);
      for (const round of [1, 2, 3]) {
        await namesIn(two.api, '/listed');
        await cutConnectedFeed();
        await storage.put(`file-${round}`);
        await vi.waitFor(async () => {
          expect(await namesIn(two.api, '/listed')).toContain(`file-${round}`);
        });
      }
      await one.api.call(deleteMount, { params: { id } });
    });
  },
);
