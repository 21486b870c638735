import {
  createApiKey,
  deleteApiKey,
  listApiKeys,
  updateApiKey,
} from '@satchel/api-client/contract/api-keys';
import { checkApiKey } from '@satchel/api-client/contract/sessions';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(DATABASE)('API keys on %s (SPEC 3, 5; CONTRACT A2, F1)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const create = (body: Parameters<typeof bodyOf>[0]) =>
    server.api.call(createApiKey, bodyOf(body));
  const bodyOf = (body: {
    name: string;
    permissions?: number | string;
    expires_at?: string | null;
    custom_key?: string;
    basic_path?: string;
    is_guest?: 0 | 1;
  }) => ({ body });
  const check = (key: string) => server.apiAs({ kind: 'apiKey', key }).call(checkApiKey, {});

  it('shows a key in full once, and works with the rights that it was given', async () => {
    const made = await create({ name: 'scripts', permissions: '3', basic_path: '/team//docs/' });
    expect(made.key.length).toBeGreaterThanOrEqual(40);
    expect(made).toMatchObject({
      permissions: 3,
      permission_names: ['text', 'file_share'],
      basic_path: '/team/docs',
      role: 'GENERAL',
      is_guest: 0,
      key_masked: `${made.key.slice(0, 6)}...`,
    });
    expect(await check(made.key)).toMatchObject({
      name: 'scripts',
      basic_path: '/team/docs',
      permissions: { text: true, file: true, mount_view: false },
    });
    const listed = (await server.api.call(listApiKeys, {})).find(({ id }) => id === made.id);
    expect(listed).toMatchObject({ key: made.key_masked, is_expired: false });
    const stored = await server.prisma.apiKey.findUnique({ where: { id: made.id } });
    expect(JSON.stringify(stored)).not.toContain(made.key);
  });

  it('lasts a day when nothing is said, and for ever with null or never', async () => {
    const before = server.now().getTime();
    const { expires_at: aDay } = await create({ name: 'a day' });
    expect(new Date(aDay).getTime()).toBeGreaterThanOrEqual(before + DAY_MS);
    expect(new Date(aDay).getTime()).toBeLessThanOrEqual(server.now().getTime() + DAY_MS);
    // Sends an empty field, as a form does without a choice (CONTRACT A6).
    const { expires_at: alsoADay } = await create({ name: 'empty', expires_at: '' });
    expect(new Date(alsoADay).getTime()).toBeLessThanOrEqual(server.now().getTime() + DAY_MS);
    const never = '9999-12-31T23:59:59.000Z';
    expect((await create({ name: 'null', expires_at: null })).expires_at).toBe(never);
    expect((await create({ name: 'never', expires_at: 'never' })).expires_at).toBe(never);
  });

  it('takes a custom key, which nobody else may have', async () => {
    const { key } = await create({ name: 'custom', custom_key: 'my_custom-key' });
    expect(key).toBe('my_custom-key');
    await expect(check(key)).resolves.toMatchObject({ name: 'custom' });
    await expect(create({ name: 'thief', custom_key: key })).rejects.toMatchObject({
      code: 'api_keys.key_taken',
      status: 409,
    });
  });

  it.each([
    ['an empty name', { name: '  ' }, 'api_keys.name_empty'],
    ['11 characters', { name: 'x', custom_key: '12345678901' }, 'api_keys.custom_key_invalid'],
    ['odd characters', { name: 'x', custom_key: 'has some spaces' }, 'api_keys.custom_key_invalid'],
    ['the past', { name: 'x', expires_at: '2020-01-01T00:00:00Z' }, 'api_keys.expiry_invalid'],
    ['the year 10000', { name: 'x', expires_at: '9999-12-31T23:00:00-23:00' }, 'request.invalid'],
    ['a path upwards', { name: 'x', basic_path: '/a/../b' }, 'api_keys.path_invalid'],
  ])('refuses %s', async (_what, body, code) => {
    await expect(create(body)).rejects.toMatchObject({ code, status: 400 });
  });

  it('lets in with a shorter custom key that was made before 12 characters were asked for', async () => {
    const { key } = await server.createApiKey({ key: 'short-08' });
    await expect(check(key)).resolves.toBeDefined();
  });

  it('takes an empty expiry in a change for none (CONTRACT A6)', async () => {
    const made = await create({ name: 'kept expiry', expires_at: 'never' });
    const body = { name: 'kept expiry, renamed', expires_at: '' };
    await server.api.call(updateApiKey, { params: { id: made.id }, body });
    const row = await server.prisma.apiKey.findUniqueOrThrow({ where: { id: made.id } });
    expect(row.expiresAt.toISOString()).toBe(made.expires_at);
  });

  it('keeps names apart', async () => {
    await create({ name: 'only one' });
    const other = await create({ name: 'another' });
    const taken = { code: 'api_keys.name_taken', status: 409 };
    await expect(create({ name: 'only one' })).rejects.toMatchObject(taken);
    const rename = { params: { id: other.id }, body: { name: 'only one' } };
    await expect(server.api.call(updateApiKey, rename)).rejects.toMatchObject(taken);
  });

  it('changes what is named and nothing else', async () => {
    const made = await create({ name: 'changing', permissions: 1, is_guest: 1 });
    const params = { id: made.id };
    const permissions = PERMISSION_FLAGS.mount_view;
    await server.api.call(updateApiKey, { params, body: { permissions } });
    expect(await check(made.key)).toMatchObject({
      name: 'changing',
      permissions: { text: false, mount_view: true },
    });
    await expect(server.api.call(updateApiKey, { params, body: {} })).rejects.toMatchObject({
      code: 'api_keys.nothing_to_change',
    });
    const unknown = { params: { id: 'nobody' }, body: { permissions } };
    await expect(server.api.call(updateApiKey, unknown)).rejects.toMatchObject({ status: 404 });
  });

  it('refuses an expired key and keeps it listed, and a deleted one at once', async () => {
    const short = await create({ name: 'short-lived' });
    const gone = await create({ name: 'deleted', expires_at: 'never' });
    await server.api.call(deleteApiKey, { params: { id: gone.id } });
    await expect(check(gone.key)).rejects.toMatchObject({ code: 'auth.invalid', status: 401 });
    const again = server.api.call(deleteApiKey, { params: { id: gone.id } });
    await expect(again).rejects.toMatchObject({ code: 'api_keys.not_found', status: 404 });
    server.moveClock(2 * 60 * 60 * 1000);
    await expect(check(short.key)).resolves.toMatchObject({ name: 'short-lived' });
    await server.prisma.apiKey.update({
      where: { id: short.id },
      data: { expiresAt: new Date(server.now().getTime() - 1000) },
    });
    // Drops cached callers, because the test changed the row without the server noticing.
    await server.forget();
    await expect(check(short.key)).rejects.toMatchObject({ code: 'auth.invalid', status: 401 });
    const listed = (await server.api.call(listApiKeys, {})).find(({ id }) => id === short.id);
    expect(listed?.is_expired).toBe(true);
    // Forms send unchanged values back.
    const { name, expires_at } = { ...short, ...listed, name: 'renamed' };
    await server.api.call(updateApiKey, { params: { id: short.id }, body: { name, expires_at } });
    const past = { expires_at: '2020-01-01T00:00:00Z' };
    const moved = server.api.call(updateApiKey, { params: { id: short.id }, body: past });
    await expect(moved).rejects.toMatchObject({ code: 'api_keys.expiry_invalid' });
  });

  it('writes the last use at most once a minute', async () => {
    const made = await create({ name: 'used' });
    const lastUsed = async () =>
      (await server.prisma.apiKey.findUnique({ where: { id: made.id } }))?.lastUsedAt?.getTime();
    await check(made.key);
    const first = await lastUsed();
    await check(made.key);
    expect(await lastUsed()).toBe(first);
    server.moveClock(61_000);
    await check(made.key);
    expect(await lastUsed()).toBeGreaterThan(first ?? Number.POSITIVE_INFINITY);
  });
});
