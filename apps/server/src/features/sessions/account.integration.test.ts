import { setTimeout } from 'node:timers/promises';
import { changePassword, checkAdminToken, login } from '@satchel/api-client/contract/sessions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';
import { hashPassword } from '../../security/passwords.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const NEW_PASSWORD = 'another-horse-battery';

describe.each(DATABASE)('the account on %s (SPEC 4, 5; CONTRACT A2, F1)', (database) => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer(database, { TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterEach(() => server.close());

  type Change = { currentPassword: string; newPassword?: string; newUsername?: string };
  const change = (body: Change) => server.api.call(changePassword, { body });
  const logIn = (username: string, password: string) =>
    server.anonymous.call(login, { body: { username, password } });
  const stillLoggedIn = () => server.api.call(checkAdminToken, {});

  it('changes name and password, and ends every session', async () => {
    const { token } = await logIn(ADMIN.username, ADMIN.password);
    await change({
      currentPassword: ADMIN.password,
      newPassword: NEW_PASSWORD,
      newUsername: 'root',
    });
    const ended = { code: 'auth.invalid', status: 401 };
    await expect(stillLoggedIn()).rejects.toMatchObject(ended);
    const other = server.apiAs({ kind: 'admin', token });
    await expect(other.call(checkAdminToken, {})).rejects.toMatchObject(ended);
    await expect(logIn(ADMIN.username, ADMIN.password)).rejects.toMatchObject({ status: 401 });
    await expect(logIn('root', NEW_PASSWORD)).resolves.toMatchObject({ username: 'root' });
  });

  it('ends sessions too that the old password began meanwhile (CONTRACT A2, SECURITY 7)', async () => {
    const logInFrom = async (source: number) => {
      await setTimeout(10 * source);
      const reply = await fetch(`${server.url}/api/admin/login`, {
        method: 'POST',
        // Uses a new address each time, because attempts of one source run one after another.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${source}` },
        body: JSON.stringify(ADMIN),
      });
      return ((await reply.json()) as { data: { token: string } | null }).data?.token ?? 'refused';
    };
    const logins = Array.from({ length: 12 }, (_, source) => logInFrom(source));
    await change({ currentPassword: ADMIN.password, newPassword: NEW_PASSWORD });
    const checks = (await Promise.all(logins)).map((token) =>
      server.apiAs({ kind: 'admin', token }).call(checkAdminToken, {}),
    );
    const outcomes = await Promise.allSettled(checks);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
  });

  it('lets only the first of two changes that know the same password through', async () => {
    const changes = [NEW_PASSWORD, 'a-third-horse-battery'].map((newPassword) =>
      change({ currentPassword: ADMIN.password, newPassword }),
    );
    const outcomes = await Promise.allSettled(changes);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('forgets a Basic password that was right a moment ago', async () => {
    const basic = `Basic ${btoa(`${ADMIN.username}:${ADMIN.password}`)}`;
    const check = () =>
      fetch(`${server.url}/api/test/api-key`, { headers: { authorization: basic } });
    expect((await check()).status).toBe(200);
    await change({ currentPassword: ADMIN.password, newPassword: NEW_PASSWORD });
    expect((await check()).status).toBe(401);
  });

  it.each([
    [{ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 'sessions.wrong_current_password'],
    [{ currentPassword: ADMIN.password }, 'sessions.nothing_to_change'],
    [
      { currentPassword: ADMIN.password, newPassword: '', newUsername: '' },
      'sessions.nothing_to_change',
    ],
    [{ currentPassword: ADMIN.password, newPassword: ADMIN.password }, 'sessions.same_password'],
    [{ currentPassword: ADMIN.password, newPassword: 'short' }, 'sessions.password_too_short'],
    [{ currentPassword: ADMIN.password, newPassword: 'password' }, 'sessions.password_too_common'],
    [{ currentPassword: ADMIN.password, newPassword: 'PASSWORD1' }, 'sessions.password_too_common'],
    [{ currentPassword: ADMIN.password, newUsername: 'a b' }, 'sessions.username_invalid'],
    [{ currentPassword: ADMIN.password, newUsername: 'a:b' }, 'sessions.username_invalid'],
  ] as const)('refuses %j with %s and changes nothing', async (body, code) => {
    await expect(change(body)).rejects.toMatchObject({ code });
    await expect(stillLoggedIn()).resolves.toBeNull();
    await expect(logIn(ADMIN.username, ADMIN.password)).resolves.toBeDefined();
  });

  it('says in the caller’s language which rule a password breaks (CONTRACT A1)', async () => {
    const sentence = async (newPassword: string, language: string) => {
      const token = server.authorization.replace('Bearer ', '');
      const client = server.apiAs({ kind: 'admin', token }, language);
      const body = { currentPassword: ADMIN.password, newPassword };
      return (await client.call(changePassword, { body }).catch((error) => error)).message;
    };
    expect(await sentence('short', 'en')).toMatch(/at least 8 characters/);
    expect(await sentence('short', 'zh')).toMatch(/至少需要 8 个字符/);
    expect(await sentence('12345678', 'en')).toMatch(/among the 10,000 most common/);
    expect(await sentence('12345678', 'zh')).toMatch(/最常见的 10,000 个密码/);
  });

  it('lets in with a weak password that was set before it was refused', async () => {
    const passwordHash = await hashPassword('password');
    await server.prisma.admin.updateMany({ data: { passwordHash } });
    await expect(logIn(ADMIN.username, 'password')).resolves.toBeDefined();
    await change({ currentPassword: 'password', newPassword: NEW_PASSWORD });
  });

  it('refuses a name that another administrator has', async () => {
    const now = server.now();
    const row = { id: 'other', username: 'other', passwordHash: 'x' };
    await server.prisma.admin.create({ data: { ...row, createdAt: now, updatedAt: now } });
    await expect(
      change({ currentPassword: ADMIN.password, newUsername: 'other' }),
    ).rejects.toMatchObject({ code: 'sessions.username_taken', status: 409 });
    await expect(stillLoggedIn()).resolves.toBeNull();
  });

  it('slows down guessing of the current password', async () => {
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await change({ currentPassword: `guess-${attempt}`, newUsername: 'x' }).catch(
        () => undefined,
      );
    }
    await expect(
      change({ currentPassword: ADMIN.password, newUsername: 'x' }),
    ).rejects.toMatchObject({ code: 'auth.throttled', status: 429 });
  });
});
