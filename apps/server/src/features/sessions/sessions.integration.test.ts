import { Worker } from 'node:worker_threads';
import { checkAdminToken, checkApiKey, login, logout } from '@satchel/api-client/contract/sessions';
import { viewTextShare } from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const HOUR_MS = 3_600_000;

describe.each(DATABASE)('sessions on %s (CONTRACT A2, F1)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const logIn = async () => (await server.anonymous.call(login, { body: ADMIN })).token;
  const checkToken = (token: string) =>
    server.apiAs({ kind: 'admin', token }).call(checkAdminToken, {});
  const statusWith = async (headers: Record<string, string>, path = '/api/test/api-key') =>
    (await fetch(server.url + path, { headers })).status;

  describe('log-in', () => {
    it('gives a token of at least 192 bits that lasts a day, and stores only its hash', async () => {
      const session = await server.anonymous.call(login, { body: ADMIN });
      expect(session.username).toBe('admin');
      expect(session.token).toMatch(/^[\w-]{32,}$/);
      const lifetime = new Date(session.expiresAt).getTime() - server.now().getTime();
      expect(Math.round(lifetime / HOUR_MS)).toBe(24);
      const rows = await server.prisma.adminToken.findMany();
      expect(JSON.stringify(rows)).not.toContain(session.token);
      await checkToken(session.token);
    });

    it('says the same of a wrong password and of an unknown user', async () => {
      const attempt = (username: string, password: string) =>
        server.anonymous.call(login, { body: { username, password } }).catch((error) => error);
      const wrong = await attempt('admin', 'wrong');
      const unknown = await attempt('nobody', ADMIN.password);
      expect(wrong).toMatchObject({ code: 'sessions.wrong_credentials', status: 401 });
      expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
    });

    it('hashes for an unknown user too, so that time does not tell who exists (SECURITY 6)', async () => {
      const countHashes = async (username: string) => {
        const hashes = vi.spyOn(Worker.prototype, 'postMessage');
        const body = { username, password: 'wrong-password' };
        await server.anonymous.call(login, { body }).catch(() => undefined);
        // Ignores SQLite's worker threads.
        const isHash = ([message]: unknown[]) => Object.hasOwn(message as object, 'nonce');
        const count = hashes.mock.calls.filter(isHash).length;
        hashes.mockRestore();
        return count;
      };
      // The first unknown user also creates the decoy hash.
      await countHashes('nobody-first');
      expect(await countHashes('nobody-second')).toBe(1);
      expect(await countHashes('admin')).toBe(1);
    });

    it.each([
      { username: 'admin' },
      { password: 'x' },
      { username: '', password: '' },
      { username: ['admin'], password: {} },
    ])('refuses %o with 400', async (body) => {
      const attempt = server.anonymous.call(login, { body: body as never });
      await expect(attempt).rejects.toMatchObject({ code: 'request.invalid', status: 400 });
    });

    it('keeps five sessions and drops the oldest', async () => {
      const tokens: string[] = [];
      for (let count = 0; count < 6; count += 1) {
        tokens.push(await logIn());
        server.moveClock(1000);
      }
      await expect(checkToken(tokens[0] ?? '')).rejects.toMatchObject({ code: 'auth.invalid' });
      for (const token of tokens.slice(1)) await checkToken(token);
    });
  });

  describe('tokens', () => {
    it('slide with use and end a day after the last', async () => {
      const token = await logIn();
      server.moveClock(20 * HOUR_MS);
      await checkToken(token);
      server.moveClock(20 * HOUR_MS);
      await checkToken(token);
      server.moveClock(25 * HOUR_MS);
      await expect(checkToken(token)).rejects.toMatchObject({ code: 'auth.invalid', status: 401 });
    });

    it('end at log-out, and only they', async () => {
      const [one, two] = [await logIn(), await logIn()];
      await server.apiAs({ kind: 'admin', token: one }).call(logout, {});
      await expect(checkToken(one)).rejects.toMatchObject({ code: 'auth.invalid' });
      await checkToken(two);
    });

    it('are removed by the sweeper once they have ended', async () => {
      await logIn();
      server.moveClock(25 * HOUR_MS);
      await server.sweep();
      expect(await server.prisma.adminToken.count()).toBe(0);
    });

    it('log out answers 200 without or with a bad credential', async () => {
      await expect(server.anonymous.call(logout, {})).resolves.toBeNull();
      await expect(
        server.apiAs({ kind: 'admin', token: 'stale' }).call(logout, {}),
      ).resolves.toBeNull();
    });
  });

  describe('credentials', () => {
    it('tells a key its name, base path and rights; the flag is called file', async () => {
      const permissions = PERMISSION_FLAGS.file_share | PERMISSION_FLAGS.webdav_read;
      const key = await server.createApiKey({ permissions, basePath: '/team' });
      const data = await key.api.call(checkApiKey, {});
      expect(data).toMatchObject({ basic_path: '/team', key_info: { id: key.id } });
      const granted = Object.entries(data.permissions).filter(([, isGranted]) => isGranted);
      expect(granted.map(([name]) => name).sort()).toEqual(['file', 'webdav_read']);
      expect(data).not.toHaveProperty('is_admin');
    });

    it('tells an administrator that everything is allowed', async () => {
      const token = await logIn();
      const data = await server.apiAs({ kind: 'admin', token }).call(checkApiKey, {});
      expect(data).toMatchObject({ is_admin: true, basic_path: '/' });
      expect(Object.values(data.permissions)).not.toContain(false);
    });

    it('refuses a key as Bearer and a token as ApiKey (SECURITY 7)', async () => {
      const { key } = await server.createApiKey();
      const token = await logIn();
      expect(await statusWith({ authorization: `Bearer ${key}` })).toBe(401);
      expect(await statusWith({ authorization: `ApiKey ${token}` })).toBe(401);
    });

    it('takes the scheme in any case, and a key in X-Custom-Auth-Key', async () => {
      const { key } = await server.createApiKey();
      expect(await statusWith({ authorization: `apikey   ${key}` })).toBe(200);
      expect(await statusWith({ authorization: `BEARER ${await logIn()}` })).toBe(200);
      expect(await statusWith({ 'x-custom-auth-key': key })).toBe(200);
      expect(await statusWith({ 'x-custom-auth-key': 'nonsense' })).toBe(401);
    });

    it.each([
      ['an unknown scheme', 'Digest abc'],
      ['a scheme alone', 'Bearer'],
      ['Basic without a colon', `Basic ${btoa('admin')}`],
      ['Basic with a wrong password', `Basic ${btoa('admin:wrong')}`],
      ['Basic with a wrong key', `Basic ${btoa('some-key:some-key')}`],
    ])('refuses %s with 401', async (_, authorization) => {
      expect(await statusWith({ authorization })).toBe(401);
    });

    it('takes Basic with the administrator, or with a key that may read over WebDAV', async () => {
      const basic = (user: string, password: string) => ({
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      });
      expect(await statusWith(basic(ADMIN.username, ADMIN.password))).toBe(200);
      // The server caches the password, and still checks it.
      expect(await statusWith(basic(ADMIN.username, ADMIN.password))).toBe(200);
      expect(await statusWith(basic(ADMIN.username, `${ADMIN.password}x`))).toBe(401);
      const reader = await server.createApiKey({ permissions: PERMISSION_FLAGS.webdav_read });
      expect(await statusWith(basic(reader.key, reader.key))).toBe(200);
      const other = await server.createApiKey({ permissions: PERMISSION_FLAGS.text });
      expect(await statusWith(basic(other.key, other.key))).toBe(401);
    });

    it('refuses an expired key with 401 and keeps its row', async () => {
      const expiresAt = new Date(server.now().getTime() + HOUR_MS);
      const key = await server.createApiKey({ expiresAt });
      await key.api.call(checkApiKey, {});
      server.moveClock(HOUR_MS + 1);
      await expect(key.api.call(checkApiKey, {})).rejects.toMatchObject({ code: 'auth.invalid' });
      expect(await server.prisma.apiKey.count({ where: { id: key.id } })).toBe(1);
    });

    it('notes the use of a key at most once a minute', async () => {
      const key = await server.createApiKey();
      const lastUsed = async () =>
        (await server.prisma.apiKey.findUnique({ where: { id: key.id } }))?.lastUsedAt;
      await key.api.call(checkApiKey, {});
      const first = await lastUsed();
      expect(first).toBeInstanceOf(Date);
      server.moveClock(30_000);
      await key.api.call(checkApiKey, {});
      expect(await lastUsed()).toEqual(first);
      server.moveClock(31_000);
      await key.api.call(checkApiKey, {});
      expect(await lastUsed()).not.toEqual(first);
    });

    it('ignores a bad credential on public calls (CONTRACT A5)', async () => {
      const stale = server.apiAs({ kind: 'admin', token: 'stale' });
      const call = stale.call(viewTextShare, { params: { slug: 'nowhere' }, query: {} });
      await expect(call).rejects.toMatchObject({ code: 'text_shares.not_found', status: 404 });
      expect(await statusWith({ authorization: 'Bearer stale' }, '/api/admin/settings')).toBe(200);
    });
  });
});
