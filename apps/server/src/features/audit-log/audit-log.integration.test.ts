import { createApiKey, deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import { type AuditQuery, listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { clearCache } from '@satchel/api-client/contract/dashboard';
import { unlockFileShare } from '@satchel/api-client/contract/file-shares';
import { removeEntries, renameEntry, updateEntry } from '@satchel/api-client/contract/file-system';
import {
  commitEntry,
  completeEntryMultipart,
  initEntryMultipart,
  presignEntry,
} from '@satchel/api-client/contract/file-system-uploads';
import {
  createMount,
  deleteMount,
  listMounts,
  updateMount,
} from '@satchel/api-client/contract/mounts';
import {
  changePassword,
  endOtherSessions,
  login,
  logout,
} from '@satchel/api-client/contract/sessions';
import { updateSettingGroup } from '@satchel/api-client/contract/settings';
import {
  createStorageConfig,
  deleteStorageConfig,
  listStorageConfigs,
  updateStorageConfig,
} from '@satchel/api-client/contract/storage-configs';
import {
  createTextShare,
  deleteTextShares,
  unlockTextShare,
} from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDavClient } from '../../../test/dav-client.ts';
import { ADMIN, DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SECRET = 'a-secret-that-must-not-be-noted';

describe.each(DATABASES)('the audit log on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.services.auditLog.list({}, { order: 'asc', limit: 1, offset: 0 });
    await server.prisma.auditEvent.deleteMany();
    server.moveClock(301_000);
  });

  const list = async (query: AuditQuery = {}) =>
    (await server.api.call(listAuditEvents, { query: { order: 'asc', ...query } })).data;
  const actions = async (query?: AuditQuery) =>
    (await list(query)).map(({ action, target }) => (target ? `${action} ${target}` : action));
  const storageId = async () => (await server.api.call(listStorageConfigs, {}))[0]?.id ?? '';
  const mount = async (name: string) =>
    server.api.call(createMount, {
      body: {
        name,
        storage_type: 'S3',
        storage_config_id: await storageId(),
        mount_path: `/${name}`,
      },
    });
  const put = async (path: string) => {
    const dav = createDavClient(server.url, server.authorization);
    expect((await dav('PUT', path, { body: 'x' })).status).toBe(201);
  };
  const logInWrongly = (source: string, username = 'admin', password: string = SECRET) =>
    fetch(`${server.url}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': source },
      body: JSON.stringify({ username, password }),
    });

  it('says who logged in, when, from where and with what', async () => {
    const { token } = await server.anonymous.call(login, { body: ADMIN });
    await server.apiAs({ kind: 'admin', token }).call(logout, {});
    const [begun, ended] = await list();
    expect(begun).toMatchObject({
      action: 'sessions.started',
      outcome: 'success',
      actor: { kind: 'admin', name: 'admin' },
      source: '127.0.0.1',
      occurrences: 1,
    });
    expect(begun?.agent).toBeTruthy();
    expect(Date.parse(begun?.at ?? '')).toBeCloseTo(server.now().getTime(), -5);
    expect(ended).toMatchObject({ action: 'sessions.ended', actor: { name: 'admin' } });
  });

  it('counts refused log-ins of one address together, those that are shut out too', async () => {
    for (let attempt = 0; attempt < 15; attempt += 1) await logInWrongly('203.0.113.9');
    const refused = await list();
    expect(refused).toMatchObject([
      {
        action: 'sessions.refused',
        outcome: 'failure',
        target: 'admin',
        occurrences: 10,
        actor: { kind: 'anonymous', id: null, name: null },
        source: '203.0.113.9',
      },
      // Throttled attempts: the server did not look any name up.
      { target: null, occurrences: 5, source: '203.0.113.9' },
    ]);
    await logInWrongly('203.0.113.9');
    expect((await list()).map(({ occurrences }) => occurrences)).toEqual([10, 6]);
  });

  it('writes little, however many addresses a flood comes from', async () => {
    const { auditLog } = server.services;
    for (let number = 0; number < 5000; number += 1) {
      auditLog.refused({ credential: 'password', source: `198.51.${number >> 8}.${number & 255}` });
    }
    const { events, total } = await auditLog.list({}, { order: 'desc', limit: 1000, offset: 0 });
    expect(total).toBeLessThan(210);
    expect(events.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(5000);
    expect(events.some(({ source, occurrences }) => source === null && occurrences > 4000)).toBe(
      true,
    );
    // An hour later single addresses count again.
    server.moveClock(3_601_000);
    auditLog.refused({ credential: 'password', source: '192.0.2.1' });
    expect(await list({ search: '192.0.2.1' })).toHaveLength(1);
  });

  it('notes refused keys and passwords of WebDAV, and never what was typed (SECURITY 14)', async () => {
    await logInWrongly('203.0.113.10', SECRET);
    const ask = (authorization: string) =>
      fetch(`${server.url}/dav/`, { method: 'PROPFIND', headers: { authorization } });
    await ask(`ApiKey ${SECRET}`);
    await ask(`Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`);
    const refused = await list({ outcome: 'failure' });
    expect(refused.map(({ details }) => details.credential).sort()).toEqual([
      'api_key',
      'password',
      'password',
    ]);
    expect(JSON.stringify(await server.prisma.auditEvent.findMany())).not.toContain(SECRET);
  });

  it('tells of keys, mounts, storages and settings: what was made, changed and deleted', async () => {
    const key = await server.api.call(createApiKey, { body: { name: 'build', permissions: 1 } });
    await server.api.call(updateApiKey, { params: { id: key.id }, body: { name: 'deploy' } });
    await server.api.call(deleteApiKey, { params: { id: key.id } });
    const { id } = await mount('photos');
    await server.api.call(updateMount, { params: { id }, body: { remark: SECRET } });
    await server.api.call(deleteMount, { params: { id } });
    const config = await server.api.call(createStorageConfig, {
      body: {
        name: 'Elsewhere',
        provider_type: 'Other',
        endpoint_url: 'https://storage.example',
        bucket_name: 'b',
        access_key_id: 'key',
        secret_access_key: SECRET,
      },
    });
    const params = { id: config.id };
    await server.api.call(updateStorageConfig, { params, body: { secret_access_key: SECRET } });
    await server.api.call(deleteStorageConfig, { params });
    await server.api.call(updateSettingGroup, {
      params: { group: 4 },
      query: {},
      body: { site_custom_head: `<!-- ${SECRET} -->`, unknown_key: '1' },
    });
    await server.api.call(clearCache, { body: {} });
    expect(await actions()).toEqual([
      'api_keys.created build',
      'api_keys.changed build',
      'api_keys.deleted deploy',
      'mounts.created photos',
      'mounts.changed photos',
      'mounts.deleted photos',
      'storage.created Elsewhere',
      'storage.changed Elsewhere',
      'storage.deleted Elsewhere',
      'settings.changed',
      'caches.cleared',
    ]);
    const events = await list();
    expect(events.map(({ details }) => details)).toMatchObject({
      0: { permissions: ['text'], path: '/' },
      1: { fields: ['name'] },
      4: { fields: ['remark'] },
      7: { fields: ['secret_access_key'] },
      9: { keys: ['site_custom_head'] },
    });
    expect(events.every(({ actor }) => actor.name === 'admin')).toBe(true);
    const rows = JSON.stringify(await server.prisma.auditEvent.findMany());
    expect(rows).not.toContain(SECRET);
    expect(rows).not.toContain(key.key);
  });

  it('notes nothing of what was refused', async () => {
    const params = { id: 'unknown' };
    await server.api.call(deleteMount, { params }).catch(() => undefined);
    await server.api.call(deleteApiKey, { params }).catch(() => undefined);
    await server.api
      .call(removeEntries, { body: { paths: ['/nowhere/file'] } })
      .catch(() => undefined);
    expect(await actions()).toEqual([]);
  });

  it('tells of files that were deleted and moved, by keys and by WebDAV', async () => {
    await mount('work');
    for (const name of ['a', 'b', 'c', 'd']) await put(`/work/${name}`);
    const permissions =
      PERMISSION_FLAGS.mount_view | PERMISSION_FLAGS.mount_delete | PERMISSION_FLAGS.mount_rename;
    const holder = await server.createApiKey({ permissions, basePath: '/work' });
    await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
    await server.forget();
    await holder.api.call(renameEntry, { body: { oldPath: '/work/a', newPath: '/work/A' } });
    await holder.api.call(removeEntries, { body: { paths: ['/work/A', '/work/b'] } });
    const dav = createDavClient(server.url, server.authorization);
    const destination = `${server.url}/dav/work/C`;
    expect((await dav('MOVE', '/work/c', { headers: { destination } })).status).toBe(201);
    expect((await dav('DELETE', '/work/d')).status).toBe(204);
    expect((await dav('DELETE', '/work/d')).status).toBe(404);
    const files = await list({ area: 'files' });
    expect(files.map(({ action, target, details }) => [action, target, details])).toEqual([
      ['files.moved', '/work/a', { to: '/work/A' }],
      ['files.deleted', '/work/A', { others: ['/work/b'] }],
      ['files.moved', '/work/c', { to: '/work/C' }],
      ['files.deleted', '/work/d', {}],
    ]);
    expect(files.map(({ actor }) => [actor.kind, actor.id === holder.id])).toEqual([
      ['api_key', true],
      ['api_key', true],
      ['admin', false],
      ['admin', false],
    ]);
  });

  it('tells of shares that administrators and holders of keys have deleted', async () => {
    const holder = await server.createApiKey({ permissions: PERMISSION_FLAGS.text });
    const share = async () =>
      (await holder.api.call(createTextShare, { body: { content: 'x' } })).id;
    const [own, others] = [await share(), await share()];
    await holder.api.call(deleteTextShares, { body: { ids: [own] } });
    await server.api.call(deleteTextShares, { body: { ids: [others, 'unknown'] } });
    expect(await list()).toMatchObject([
      { actor: { kind: 'api_key', id: holder.id }, details: { ids: [own] } },
      { action: 'shares.texts_deleted', actor: { kind: 'admin' }, details: { ids: [others] } },
    ]);
  });

  it('tells of files that were replaced, and not of those that are new', async () => {
    await mount('over');
    await put('/over/a');
    await put('/over/b');
    const dav = createDavClient(server.url, server.authorization);
    expect((await dav('PUT', '/over/a', { body: 'y' })).status).toBe(204);
    const destination = `${server.url}/dav/over/b`;
    expect((await dav('COPY', '/over/a', { headers: { destination } })).status).toBe(204);
    expect((await dav('MOVE', '/over/a', { headers: { destination } })).status).toBe(204);
    for (const path of ['/over/b', '/over/new']) {
      await server.api.call(updateEntry, { body: { path, content: 'z' } });
    }
    const files = await list({ area: 'files' });
    expect(files.map(({ action, target, details }) => [action, target, details])).toEqual([
      ['files.overwritten', '/over/a', {}],
      ['files.overwritten', '/over/b', { from: '/over/a' }],
      ['files.moved', '/over/a', { to: '/over/b', overwritten: true }],
      ['files.overwritten', '/over/b', {}],
    ]);
  });

  it('tells of files that uploads have replaced, once however often a commit is repeated', async () => {
    await mount('up');
    const { id: mountId } =
      (await server.api.call(listMounts, {})).find(({ name }) => name === 'up') ?? {};
    const body = { path: '/up', fileName: 'a', fileSize: 1 };
    const send = async (url: string | undefined) =>
      (await fetch(url ?? '', { method: 'PUT', body: 'x' })).headers.get('etag') ?? '';
    const ways = [
      async () => {
        const form = new FormData();
        form.append('path', '/up');
        form.append('file', new Blob(['x']), 'a');
        const headers = { authorization: server.authorization };
        await fetch(`${server.url}/api/fs/upload`, { method: 'POST', headers, body: form });
      },
      async () => {
        const { presignedUrl, targetPath, fileId } = await server.api.call(presignEntry, { body });
        await send(presignedUrl);
        const commit = { targetPath, mountId: mountId ?? '', fileId };
        await server.api.call(commitEntry, { body: commit });
        await server.api.call(commitEntry, { body: commit });
      },
      async () => {
        const { presignedUrls, uploadId } = await server.api.call(initEntryMultipart, { body });
        const parts = [{ PartNumber: 1, ETag: await send(presignedUrls[0]?.url) }];
        await server.api.call(completeEntryMultipart, { body: { ...body, uploadId, parts } });
      },
    ];
    // The server knows from its count whether a limited bucket has the name, without asking the storage.
    for (const total_storage_bytes of [1024 ** 3, 0]) {
      const params = { id: 'embedded' };
      await server.api.call(updateStorageConfig, { params, body: { total_storage_bytes } });
      for (const upload of ways) {
        await upload();
        expect(await actions({ area: 'files' })).toEqual([]);
        await upload();
        expect(await actions({ area: 'files' })).toEqual(['files.overwritten /up/a']);
        await server.api.call(removeEntries, { body: { paths: ['/up/a'] } });
        await server.prisma.auditEvent.deleteMany();
      }
    }
  });

  it('counts wrong passwords of shares together, as it does refused log-ins', async () => {
    const body = { content: 'x', slug: 'guarded', password: 'right-password' };
    await server.api.call(createTextShare, { body });
    const put = await fetch(
      `${server.url}/api/upload-direct/f.txt?slug=guarded-file&password=right-password`,
      { method: 'PUT', body: 'x', headers: { authorization: server.authorization } },
    );
    expect(put.status).toBe(201);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const wrong = { params: { slug: 'guarded' }, body: { password: SECRET } };
      await server.anonymous.call(unlockTextShare, wrong).catch(() => undefined);
    }
    const wrong = { params: { slug: 'guarded-file' }, body: { password: SECRET } };
    await server.anonymous.call(unlockFileShare, wrong).catch(() => undefined);
    const refused = await list({ outcome: 'failure' });
    expect(refused).toMatchObject([
      { action: 'sessions.refused', target: 'guarded', occurrences: 3 },
      { action: 'sessions.refused', target: 'guarded-file', occurrences: 1 },
    ]);
    for (const { details } of refused) expect(details).toEqual({ credential: 'share_password' });
  });

  it('counts wrong signatures for the embedded store, and not those whose time is over', async () => {
    const body = { path: '/up', fileName: 'signed', fileSize: 1 };
    const { presignedUrl } = await server.api.call(presignEntry, { body });
    const ask = async (url: string) => (await fetch(url, { method: 'PUT', body: 'x' })).status;
    const signature = /(?<=X-Amz-Signature=)\w+/;
    expect(await ask(presignedUrl.replace(signature, '0'.repeat(64)))).toBe(403);
    expect(await ask(presignedUrl.replace(/(?<=X-Amz-Credential=)\w+/, 'somebody'))).toBe(403);
    server.moveClock(2 * HOUR_MS);
    expect(await ask(presignedUrl)).toBe(403);
    await expect
      .poll(() => list({ outcome: 'failure' }))
      .toMatchObject([
        {
          action: 'sessions.refused',
          occurrences: 2,
          details: { credential: 's3_signature' },
          source: expect.stringContaining('127.0.0.1'),
        },
      ]);
  });

  it('has nothing that changes how a terminal or a page shows it', async () => {
    const { auditLog } = server.services;
    const act = {
      action: 'files.moved' as const,
      target: 'a\u202Etxt.exe',
      details: { to: '\u2066b\u001B[2J', others: ['c\u009Bm'] },
    };
    const caller = { kind: 'anonymous' as const };
    await auditLog.record(act, { caller, source: '::1', agent: 'evil\u0085\u200F\r\nagent' });
    expect(await list({ area: 'files' })).toMatchObject([
      { agent: 'evilagent', target: 'atxt.exe', details: { to: 'b[2J', others: ['cm'] } },
    ]);
  });

  it('is searched, narrowed by area, outcome and time, and paged', async () => {
    await mount('first');
    const between = server.now();
    server.moveClock(60_000);
    await mount('second');
    await logInWrongly('203.0.113.11');
    expect(await actions({ search: 'SECOND' })).toEqual(['mounts.created second']);
    expect(await actions({ search: '%' })).toEqual([]);
    expect(await actions({ area: 'mounts' })).toHaveLength(2);
    expect(await actions({ outcome: 'failure' })).toEqual(['sessions.refused admin']);
    const until = new Date(between.getTime() + 30_000).toISOString();
    expect(await actions({ until })).toEqual(['mounts.created first']);
    expect(await actions({ since: until })).toHaveLength(2);
    expect(await actions({ since: '0001-01-01T00:00:00Z' })).toHaveLength(3);
    for (const year0 of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+23:59']) {
      await expect(actions({ since: year0 })).rejects.toMatchObject({ code: 'request.invalid' });
    }
    const query = { page: 2, limit: 2, order: 'desc' } as const;
    const { data, pagination } = await server.api.call(listAuditEvents, { query });
    expect(data.map(({ target }) => target)).toEqual(['first']);
    expect(pagination).toMatchObject({ total: 3, page: 2, totalPages: 2, hasMore: false });
  });

  it('is exported whole as CSV and as JSON, and says so', async () => {
    const at = server.now();
    const rows = Array.from({ length: 1203 }, (_, number) => ({
      id: `event-${String(number).padStart(4, '0')}`,
      ...{ at: new Date(at.getTime() - (number >> 2)), lastAt: at },
      ...{ action: 'files.deleted', area: 'files', outcome: 'success', actorKind: 'admin' },
      target: number === 0 ? '=cmd|"/C calc"!A0' : `/files/${number}`,
      searchText: '',
    }));
    await server.prisma.auditEvent.createMany({ data: rows });
    const read = async (format: string, more = '') => {
      const url = `${server.url}/api/admin/audit-log/export?format=${format}&area=files${more}`;
      const response = await fetch(url, {
        headers: { authorization: server.authorization },
      });
      expect(response.headers.get('content-disposition')).toMatch(
        new RegExp(`^attachment; filename="audit-log-\\d{4}-\\d\\d-\\d\\d\\.${format}"$`),
      );
      return response.text();
    };
    const exported: { id: string }[] = JSON.parse(await read('json'));
    expect(new Set(exported.map(({ id }) => id)).size).toBe(rows.length);
    const lines = (await read('csv')).split('\r\n');
    expect(lines).toHaveLength(rows.length + 2);
    expect(lines[0]).toContain('at,last_at,action');
    expect(lines.join('\n')).toContain(`"'=cmd|""/C calc""!A0"`);
    expect(JSON.parse(await read('json', '&search=nothing-like-it'))).toEqual([]);
    expect(await actions({ area: 'audit_log' })).toEqual(Array(3).fill('audit_log.exported'));
  });

  it('goes back as far as the setting says, and for ever with 0', async () => {
    const event = (id: string, days: number) => {
      const at = new Date(server.now().getTime() - days * DAY_MS);
      const what = { action: 'caches.cleared', area: 'caches', outcome: 'success' };
      return { id, at, lastAt: at, ...what, actorKind: 'admin', searchText: '' };
    };
    const ids = async () =>
      (await server.prisma.auditEvent.findMany({ where: { area: 'caches' } })).map(({ id }) => id);
    const keepDays = (days: number) =>
      server.api.call(updateSettingGroup, {
        params: { group: 1 },
        query: {},
        body: { audit_retention_days: days },
      });
    const data = [event('old', 400), event('year', 364), event('week', 8), event('new', 0)];
    await server.prisma.auditEvent.createMany({ data });
    await keepDays(0);
    await server.sweep();
    expect(await ids()).toHaveLength(4);
    await keepDays(365);
    await server.sweep();
    expect((await ids()).sort()).toEqual(['new', 'week', 'year']);
    await keepDays(7);
    await server.sweep();
    expect(await ids()).toEqual(['new']);
    await keepDays(365);
  });

  it('fails nobody’s call where it cannot be written, and says so in the log', async () => {
    await server.prisma.$executeRawUnsafe('ALTER TABLE audit_events RENAME TO elsewhere');
    const before = server.logs.length;
    await mount('unnoted');
    await server.prisma.$executeRawUnsafe('ALTER TABLE elsewhere RENAME TO audit_events');
    expect(server.logs.slice(before).join('\n')).toMatch(/mounts\.created by .* audit log/);
  });

  it('tells of changes of the account and of ended sessions', async () => {
    const { token } = await server.anonymous.call(login, { body: ADMIN });
    const other = server.apiAs({ kind: 'admin', token });
    await other.call(endOtherSessions, {});
    const changed = { currentPassword: ADMIN.password, newUsername: 'operator' };
    await other.call(changePassword, { body: changed });
    const session = await server.anonymous.call(login, {
      body: { ...ADMIN, username: 'operator' },
    });
    const again = server.apiAs({ kind: 'admin', token: session.token });
    const { data } = await again.call(listAuditEvents, { query: { order: 'asc' } });
    expect(data.map(({ action, details }) => [action, details])).toMatchObject([
      ['sessions.started', {}],
      ['sessions.others_ended', {}],
      ['account.changed', { fields: ['username'] }],
      ['sessions.started', {}],
    ]);
  });
});
