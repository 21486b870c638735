import {
  getSetting,
  listSettingGroups,
  updateSettingGroup,
} from '@satchel/api-client/contract/settings';
import { maxUploadSize } from '@satchel/api-client/contract/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

describe.each(DATABASE)('changing settings on %s (CONTRACT A5, F2)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const update = (group: number, body: Record<string, string | number | boolean>, query = {}) =>
    server.api.call(updateSettingGroup, { params: { group }, query, body });
  const currentValue = async (key: string) =>
    (await server.api.call(getSetting, { query: { key } })).value;

  it('stores what fits, and it counts at once', async () => {
    const reply = await update(1, { max_upload_size: 250, default_use_proxy: 'true' });
    expect(reply).toMatchObject({ groupId: 1, updatedCount: 2, totalCount: 2, success: true });
    const { max_upload_size: size } = await server.anonymous.call(maxUploadSize, {});
    expect(size).toBe(250);
    expect(await currentValue('default_use_proxy')).toBe('true');
  });

  it('lists what does not fit with 202 and saves the rest', async () => {
    const url = `${server.url}/api/admin/settings/group/4`;
    const response = await fetch(url, {
      method: 'PUT',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ site_title: 'Ours', max_upload_size: 1, nonsense: 'x' }),
    });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({
      success: false,
      code: 202,
      data: {
        updatedCount: 1,
        totalCount: 3,
        success: false,
        errors: [{ key: 'max_upload_size' }, { key: 'nonsense' }],
      },
    });
    expect(await currentValue('site_title')).toBe('Ours');
  });

  it.each([
    [1, 'max_upload_size', 0],
    [1, 'max_upload_size', 'many'],
    [1, 'file_naming_strategy', 'surprise'],
    [1, 'proxy_sign_expires', -1],
    [2, 'preview_text_types', 'txt,../etc'],
    [3, 'webdav_upload_mode', 'pigeon'],
    [4, 'site_announcement_enabled', 'perhaps'],
    [4, 'site_accent_color', 'url(https://example.com)'],
    [1, 'max_upload_size', '1.5'],
  ])('refuses in group %i for %s the value %s', async (group, key, value) => {
    const before = await currentValue(key);
    const { errors, updatedCount } = await update(group, { [key]: value });
    expect(errors.map((error) => error.key)).toEqual([key]);
    expect(updatedCount).toBe(0);
    expect(await currentValue(key)).toBe(before);
  });

  it('stores unchecked what is asked so, but never a limit that is no number', async () => {
    const before = await currentValue('max_upload_size');
    const unchecked = { validate: 'false' };
    const { errors } = await update(1, { max_upload_size: 'junk' }, unchecked);
    expect(errors.map(({ key }) => key)).toEqual(['max_upload_size']);
    expect(await currentValue('max_upload_size')).toBe(before);
    expect((await update(2, { preview_text_types: 'TXT' }, unchecked)).success).toBe(true);
    expect(await currentValue('preview_text_types')).toBe('TXT');
  });

  it('knows four groups, and no fifth', async () => {
    const { groups } = await server.api.call(listSettingGroups, {});
    expect(groups.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    await expect(update(5, { site_title: 'x' })).rejects.toMatchObject({
      code: 'settings.group_not_found',
      status: 404,
    });
    const unknown = server.api.call(getSetting, { query: { key: 'nonsense' } });
    await expect(unknown).rejects.toMatchObject({ code: 'settings.not_found', status: 404 });
  });
});
