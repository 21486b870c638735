import {
  checkAdminToken,
  endOtherSessions,
  endSession,
  listSessions,
} from '@satchel/api-client/contract/sessions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_DAYS = 3;

describe.each(DATABASE)('the sessions of an administrator on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, {
      SESSION_MAX_DAYS: String(MAX_DAYS),
      TRUSTED_PROXIES: '127.0.0.1',
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.prisma.adminToken.deleteMany();
    await server.forget();
  });

  const logIn = async (agent = 'Tests/1.0', source = '203.0.113.7') => {
    const response = await fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': agent,
        'x-forwarded-for': source,
      },
      body: JSON.stringify(ADMIN),
    });
    const { data } = (await response.json()) as { data: { token: string; expiresAt: string } };
    const api = server.apiAs({ kind: 'admin', token: data.token });
    return {
      ...data,
      api,
      list: () => api.call(listSessions, {}),
      isOver: () =>
        api.call(checkAdminToken, {}).then(
          () => false,
          ({ code }) => code === 'auth.invalid',
        ),
    };
  };

  it('are listed with where and when they began, and which is this one', async () => {
    const first = await logIn('First/1.0', '203.0.113.7');
    server.moveClock(1000);
    const second = await logIn('Second/2.0', '203.0.113.8');
    const sessions = await first.list();
    expect(sessions).toMatchObject([
      { isOwn: false, source: '203.0.113.8', agent: 'Second/2.0' },
      { isOwn: true, source: '203.0.113.7', agent: 'First/1.0' },
    ]);
    expect((await second.list()).map(({ isOwn }) => isOwn)).toEqual([true, false]);
    const [{ startedAt, endsAt } = { startedAt: '', endsAt: '' }] = sessions;
    expect(Date.parse(endsAt) - Date.parse(startedAt)).toBe(MAX_DAYS * DAY_MS);
    const rows = await server.prisma.adminToken.findMany();
    const shown = JSON.stringify(sessions);
    for (const { tokenHash } of rows) expect(shown).not.toContain(tokenHash);
  });

  it('are told by when they were last used, which is written at most once a minute', async () => {
    const session = await logIn();
    const lastUsed = async () => {
      const [row] = await server.prisma.adminToken.findMany();
      return row?.lastUsedAt?.getTime() ?? 0;
    };
    const before = await lastUsed();
    server.moveClock(30_000);
    for (let call = 0; call < 20; call += 1) await session.isOver();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await lastUsed()).toBe(before);
    server.moveClock(40_000);
    await session.isOver();
    await vi.waitFor(async () => expect(await lastUsed()).toBeGreaterThan(before + 60_000));
    const noted = await lastUsed();
    server.moveClock(5000);
    for (let call = 0; call < 20; call += 1) await session.isOver();
    expect(await lastUsed()).toBe(noted);
    const [shown] = await session.list();
    expect(shown?.lastUsedAt).toBe(new Date(noted).toISOString());
  });

  it('are ended one by one, at once, and again without an error', async () => {
    const own = await logIn('Own');
    const other = await logIn('Other');
    expect(await other.isOver()).toBe(false);
    const id = (await own.list()).find(({ isOwn }) => !isOwn)?.id ?? '';
    await own.api.call(endSession, { params: { id } });
    await own.api.call(endSession, { params: { id } });
    expect(await other.isOver()).toBe(true);
    expect(await own.isOver()).toBe(false);
    expect(await own.list()).toHaveLength(1);
  });

  it('are all ended but this one', async () => {
    const others = [await logIn(), await logIn(), await logIn()];
    const own = await logIn();
    expect(await own.api.call(endOtherSessions, {})).toEqual({ ended: 3 });
    for (const other of others) expect(await other.isOver()).toBe(true);
    expect(await own.isOver()).toBe(false);
    expect(await own.api.call(endOtherSessions, {})).toEqual({ ended: 0 });
  });

  it('are those of oneself: nobody ends another administrator’s', async () => {
    const own = await logIn();
    const now = server.now();
    const admin = { id: 'another', username: 'another', passwordHash: 'x' };
    await server.prisma.admin.create({ data: { ...admin, createdAt: now, updatedAt: now } });
    const token = { tokenHash: 'of-another', adminId: 'another', createdAt: now };
    const expiresAt = new Date(now.getTime() + DAY_MS);
    await server.prisma.adminToken.create({ data: { ...token, expiresAt } });
    expect(await own.list()).toHaveLength(1);
    await own.api.call(endOtherSessions, {});
    await own.api.call(endSession, { params: { id: 'of-another' } });
    expect(await server.prisma.adminToken.count({ where: { adminId: 'another' } })).toBe(1);
    await server.prisma.admin.delete({ where: { id: 'another' } });
  });

  it('end after their longest time, however much they are used', async () => {
    const session = await logIn();
    for (let hour = 0; hour < MAX_DAYS * 24 - 1; hour += 12) {
      expect([hour, await session.isOver()]).toEqual([hour, false]);
      server.moveClock(12 * HOUR_MS);
    }
    server.moveClock(1000);
    expect(await session.isOver()).toBe(true);
  });

  it('never slide beyond their longest time, and say when that is', async () => {
    const session = await logIn();
    server.moveClock(20 * HOUR_MS);
    await session.isOver();
    server.moveClock(20 * HOUR_MS);
    await session.isOver();
    server.moveClock(20 * HOUR_MS);
    const [shown] = await session.list();
    expect(shown?.expiresAt).toBe(shown?.endsAt);
  });

  it('are over where the longest time has become shorter than they are old', async () => {
    const session = await logIn();
    const before = new Date(server.now().getTime() - (MAX_DAYS * DAY_MS + 1000));
    await server.prisma.adminToken.updateMany({ data: { createdAt: before } });
    await server.forget();
    expect(await session.isOver()).toBe(true);
    await server.sweep();
    expect(await server.prisma.adminToken.count()).toBe(0);
  });
});
