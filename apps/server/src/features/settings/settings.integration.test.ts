import { listSettings } from '@satchel/api-client/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';
import { SETTINGS } from './definitions.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const GROUPS_OF_EVERYBODY = ['1', '2', '4'];

describe.each(DATABASE)('settings on %s (CONTRACT A4, F2)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const list = async (query = {}, api = server.anonymous) => {
    const settings = await api.call(listSettings, { query });
    return Array.isArray(settings) ? { list: settings } : settings;
  };

  it('has every key with its default from the first start', async () => {
    const groups = await list({}, server.api);
    expect(Object.keys(groups)).toEqual(['1', '2', '3', '4']);
    const values = Object.fromEntries(
      Object.values(groups).flatMap((rows = []) => rows.map(({ key, value }) => [key, value])),
    );
    expect(values).toEqual(Object.fromEntries(SETTINGS.map((one) => [one.key, one.default])));
    expect(values).toMatchObject({
      max_upload_size: '100',
      proxy_sign_all: 'true',
      webdav_upload_mode: 'multipart',
      default_use_proxy: 'false',
    });
  });

  it('has a group for the system where that is asked for', async () => {
    const groups = await list({ includeSystem: 'true' });
    expect(Object.keys(groups)).toEqual([...GROUPS_OF_EVERYBODY, '99']);
    expect(groups['99']).toEqual([]);
    expect((await list({ group: 99 })).list).toEqual([]);
  });

  it('shows everybody only what the public pages need', async () => {
    const groups = await list();
    expect(Object.keys(groups)).toEqual(GROUPS_OF_EVERYBODY);
    expect(groups['1']?.map(({ key }) => key)).toEqual(['max_upload_size', 'default_use_proxy']);
    expect((await list({ group: 3 })).list).toEqual([]);
  });

  it('shows a key no more than everybody', async () => {
    const key = await server.createApiKey({ permissions: 0x7fffffff });
    expect(Object.keys(await list({}, key.api))).toEqual(GROUPS_OF_EVERYBODY);
  });

  it('gives one group as a list, without metadata where that is not wanted', async () => {
    const { list: rows } = await list({ group: '4' });
    expect(rows?.[0]).toMatchObject({
      key: 'site_title',
      group_id: 4,
      type: 'text',
      options: null,
    });
    const { list: values } = await list({ group: 4, metadata: 'false' });
    expect(values).toContainEqual({ key: 'site_title', value: 'Satchel' });
    const keys = values?.map(({ key }) => key);
    expect(keys).toEqual(keys?.toSorted());
    const webdav = await list({ group: 3 }, server.api);
    expect(webdav.list?.[0]).toMatchObject({ options: '["direct","multipart"]' });
  });

  it('refuses a group that is no number', async () => {
    await expect(list({ group: 'site' })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('keeps what was changed over the next start', async () => {
    const data = { value: 'Changed' };
    await server.prisma.setting.update({ where: { key: 'site_title' }, data });
    await server.services.settings.ensureDefaults();
    const { list: values } = await list({ group: 4, metadata: 'false' });
    expect(values).toContainEqual({ key: 'site_title', value: 'Changed' });
  });
});
