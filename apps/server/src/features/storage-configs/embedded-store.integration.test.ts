import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { listSettings } from '@satchel/api-client/contract/settings';
import {
  createStorageConfig,
  getStorageConfig,
  listStorageConfigs,
  setDefaultStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { S3_CREDENTIALS, startS3, type TestS3 } from '../../../test/start-s3.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';
import { EMBEDDED_CONFIG_ID } from './repository.ts';

describe.skipIf(inject('postgresUrl') === undefined)(
  'the embedded store on PostgreSQL (CONTRACT A6)',
  () => {
    let s3: TestS3;
    const servers: TestServer[] = [];
    beforeAll(async () => {
      s3 = await startS3('bucket');
    });
    afterAll(async () => {
      for (const server of servers.reverse()) await server.close();
      await s3.close();
    });
    const start = async (env: Record<string, string> = {}) => {
      const server = await startServer('postgresql', env);
      servers.push(server);
      return server;
    };
    const startSecond = ({ databaseUrl = '' }: TestServer, env: Record<string, string> = {}) =>
      start({ DATABASE_URL: databaseUrl, ...env });
    /**
     * Client of the second server with the first one's token, because both have the same administrator.
     */
    const asAdmin = (server: TestServer, first: TestServer) =>
      server.apiAs({ kind: 'admin', token: first.authorization.slice(7) });
    const addExternal = ({ api }: Pick<TestServer, 'api'>, name = 'Elsewhere') =>
      api.call(createStorageConfig, {
        body: {
          name,
          provider_type: 'Other',
          endpoint_url: s3.url,
          bucket_name: 'bucket',
          access_key_id: S3_CREDENTIALS.accessKeyId,
          secret_access_key: S3_CREDENTIALS.secretAccessKey,
          path_style: true,
        },
      });

    it('is off unless it is switched on: no config, nothing below /s3, and a server that works', async () => {
      const server = await start({ EMBEDDED_STORE: '' });
      expect(await server.api.call(listStorageConfigs, {})).toEqual([]);
      expect(await server.prisma.storageConfig.count()).toBe(0);
      const nothing = await fetch(`${server.url}/s3/satchel/x`);
      const unknown = await fetch(`${server.url}/nowhere/x`);
      expect([nothing.status, nothing.headers.get('content-type')]).toEqual([
        404,
        unknown.headers.get('content-type'),
      ]);
      expect((await fetch(`${server.url}/api/health?ready=1`)).status).toBe(200);
      await expect(uploadFile(server.api, 'x')).rejects.toMatchObject({
        code: 'file_shares.no_storage',
      });

      expect(await addExternal(server)).toMatchObject({ is_default: 1 });
      await addExternal(server, 'Second');
      const configs = await server.api.call(listStorageConfigs, {});
      expect(configs.map(({ is_default }) => is_default)).toEqual([1, 0]);
      expect((await uploadFile(server.api, 'x')).slug).toMatch(/^\w+$/);
    });

    it('is in one process, and for the others on its database as good as absent', async () => {
      const one = await start();
      const two = await startSecond(one);
      const admin = asAdmin(two, one);
      const { slug } = await uploadFile(one.api, 'only here');
      expect(await admin.call(listStorageConfigs, {})).toEqual([]);
      const unknown = { code: 'storage.not_found' };
      const params = { id: EMBEDDED_CONFIG_ID };
      await expect(admin.call(getStorageConfig, { params })).rejects.toMatchObject(unknown);
      await expect(admin.call(setDefaultStorageConfig, { params })).rejects.toMatchObject(unknown);
      await expect(uploadFile(admin, 'x')).rejects.toMatchObject({
        code: 'file_shares.no_storage',
      });
      expect((await fetch(`${two.url}/s3/satchel/x`)).status).toBe(404);

      // The second server knows these objects, but cannot read them.
      const { data } = await admin.call(listFileShares, { query: {} });
      expect(data.files).toMatchObject([{ slug, storage_config_name: 'Embedded storage' }]);
      expect((await fetch(`${two.url}/api/file-view/${slug}`)).status).toBe(502);
      expect(await (await fetch(`${one.url}/api/file-view/${slug}`)).text()).toBe('only here');
    });

    it('keeps its place as the default while others have another', async () => {
      const one = await start();
      const two = await startSecond(one);
      await addExternal(one);
      const flags = async (api: TestServer['api']) =>
        (await api.call(listStorageConfigs, {})).map((config) => [config.name, config.is_default]);
      expect(await flags(one.api)).toEqual([
        ['Embedded storage', 1],
        ['Elsewhere', 0],
      ]);
      await expect.poll(() => flags(asAdmin(two, one))).toEqual([['Elsewhere', 1]]);
    });

    it('is not forgotten by a sweep of a process that cannot reach it', async () => {
      const one = await start();
      const two = await startSecond(one);
      const { slug } = await uploadFile(one.api, 'x', { expires_in: 1 });
      const day = 24 * 60 * 60 * 1000;
      for (const server of [one, two]) server.moveClock(day);
      await two.sweep();
      expect(await one.prisma.fileShare.count({ where: { slug } })).toBe(0);
      expect(await one.prisma.pendingDeletion.count()).toBe(1);
      await one.sweep();
      expect(await one.prisma.pendingDeletion.count()).toBe(0);
    });

    it('is refused to a second process, which leaves the first one as it is', async () => {
      const one = await start();
      const { slug } = await uploadFile(one.api, 'kept');
      const before = await one.prisma.storageConfig.findMany();
      await expect(startSecond(one, { EMBEDDED_STORE: 'on' })).rejects.toThrow(
        /^EMBEDDED_STORE: the embedded store of this database is in another process's DATA_DIR/,
      );
      expect(await one.prisma.storageConfig.findMany()).toEqual(before);
      expect(await (await fetch(`${one.url}/api/file-view/${slug}`)).text()).toBe('kept');
    });

    it('is not re-encrypted by a replica with another secret key, which does not start', async () => {
      const one = await start();
      const external = await addExternal(one);
      const before = await one.prisma.storageConfig.findMany();
      const SECRET_KEY = 'the secret key of a replica that is set up badly';
      await expect(startSecond(one, { SECRET_KEY })).rejects.toThrow(/^SECRET_KEY: /);
      expect(await one.prisma.storageConfig.findMany()).toEqual(before);
      expect((await uploadFile(one.api, 'x', { s3_config_id: external.id })).slug).toBeDefined();
      expect((await uploadFile(one.api, 'y')).slug).toBeDefined();
    });

    it('and the secret key are claimed in rows that the settings do not show', async () => {
      const one = await start();
      const keys = (await one.prisma.setting.findMany()).map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining(['secret_key.claim', 'embedded_store.claim']));
      const shown = await one.api.call(listSettings, { query: {} });
      expect(JSON.stringify(shown)).not.toContain('claim');
    });
  },
);
