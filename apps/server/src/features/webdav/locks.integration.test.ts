import { listAuditEvents } from '@satchel/api-client/contract/audit-log';
import { deleteFileShares, getFileShare } from '@satchel/api-client/contract/file-shares';
import {
  makeDirectory,
  removeEntries,
  renameEntry,
  shareEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { commitEntry, presignEntry } from '@satchel/api-client/contract/file-system-uploads';
import { errorMessage } from '@satchel/api-client/messages';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listLocks } from '#ledger/locks/list-locks.ts';
import { createDavClient, type DavClient, lockInfo, tokenOf } from '../../../test/dav-client.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { vary } from '../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const locked = { code: 'file_system.locked', status: 423 };

describe.each(SYSTEM)('locks on %s with %s (RFC 4918 6, 7)', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let dav: DavClient;
  let mountId = '';
  beforeAll(async () => {
    system = await startSystem([database, store]);
    ({ storage } = system);
    mountId = await storage.mount('/m');
    dav = createDavClient(system.server.url);
  });
  afterAll(() => system.close());
  beforeEach(async () => {
    await system.server.prisma.resourceLock.deleteMany();
    await storage.clear();
    await storage.put('d/a.txt', 'a');
    await storage.put('d/e/b.txt', 'b');
  });
  const lock = async (
    path: string,
    depth = 'infinity',
    scope: 'exclusive' | 'shared' = 'exclusive',
  ) => tokenOf(await dav('LOCK', path, { headers: { depth }, body: lockInfo(scope) }));
  const api = () => system.server.api;
  const form = async (path: string, headers: Record<string, string> = {}) => {
    const body = new FormData();
    body.set('path', path);
    body.set('file', new File(['by form'], 'a.txt'));
    return fetch(`${system.server.url}/api/fs/upload`, {
      method: 'POST',
      headers: { authorization: system.server.authorization, ...headers },
      body,
    });
  };

  it('bind every call of the API that writes, and go with who holds the token', async () => {
    const token = await lock('/m/d/a.txt', '0');
    const path = '/m/d/a.txt';
    await expect(api().call(updateEntry, { body: { path, content: 'x' } })).rejects.toMatchObject(
      locked,
    );
    const rename = { oldPath: path, newPath: '/m/d/c.txt' };
    await expect(api().call(renameEntry, { body: rename })).rejects.toMatchObject(locked);
    const around = { oldPath: '/m/d/', newPath: '/m/f/' };
    await expect(api().call(renameEntry, { body: around })).rejects.toMatchObject(locked);
    for (const gone of [path, '/m/d/']) {
      const { failed } = await api().call(removeEntries, { body: { paths: [gone] } });
      expect(failed.map((each) => each.path)).toEqual([gone]);
    }
    expect((await form('/m/d/')).status).toBe(423);
    const begun = await api().call(presignEntry, {
      body: { path: '/m/d', fileName: 'a.txt', fileSize: 1 },
    });
    await fetch(begun.presignedUrl, { method: 'PUT', body: 'x' });
    const commit = { targetPath: path, mountId, fileId: begun.fileId };
    await expect(api().call(commitEntry, { body: commit })).rejects.toMatchObject(locked);
    expect(await storage.read('d/a.txt')).toBe('a');
    const put = { headers: { if: `(${token})` }, body: 'by its holder' };
    expect((await dav('PUT', '/m/d/a.txt', put)).status).toBe(204);
    expect((await dav('UNLOCK', '/m/d/a.txt', { headers: { 'lock-token': token } })).status).toBe(
      204,
    );
    await api().call(updateEntry, { body: { path, content: 'free again' } });
    expect(await storage.read('d/a.txt')).toBe('free again');
  });

  it('bind the deletion of a share with its file, which takes what belongs to the file', async () => {
    const { prisma } = system.server;
    const { file_share, mount_view, mount_delete } = PERMISSION_FLAGS;
    const permissions = file_share | mount_view | mount_delete;
    const key = await system.server.createApiKey({ permissions });
    const { fileId: id } = await key.api.call(shareEntry, { body: { path: '/m/d/a.txt' } });
    const body = { ids: [id], delete_mode: 'both' as const };
    await lock('/m/d/a.txt', '0');
    const error = errorMessage('file_system.locked', 'en');
    const refused = await key.api.call(deleteFileShares, { body });
    expect(refused).toMatchObject({ success: 0, failed: [{ id, error }] });
    expect(await storage.read('d/a.txt')).toBe('a');
    await key.api.call(getFileShare, { params: { id } });
    await prisma.resourceLock.deleteMany();
    const element = '<x xmlns="urn:x">1</x>';
    await dav('PROPPATCH', '/m/d/a.txt', {
      body: `<propertyupdate xmlns="DAV:"><set><prop>${element}</prop></set></propertyupdate>`,
    });
    expect(await prisma.deadProperty.count()).toBe(1);
    expect(await key.api.call(deleteFileShares, { body })).toMatchObject({ success: 1 });
    expect(await storage.keys('d/')).toEqual(['d/e/b.txt']);
    expect(await prisma.deadProperty.count()).toBe(0);
    const { data } = await api().call(listAuditEvents, { query: {} });
    const noted = data.filter(({ actor }) => actor.id === key.id);
    expect(noted.map(({ action, target }) => [action, target])).toEqual([
      ['shares.files_deleted', null],
      ['files.deleted', '/m/d/a.txt'],
    ]);
  });

  it('on a directory bind all that is in it, or only its names', async () => {
    await lock('/m/d/', 'infinity');
    await expect(api().call(makeDirectory, { body: { path: '/m/d/e/new' } })).rejects.toMatchObject(
      locked,
    );
    const into = { items: [{ sourcePath: '/m/d/a.txt', targetPath: '/m/d/e/c.txt' }] };
    const { details } = await api().call(copyEntries, { body: into });
    expect(details?.map(({ status }) => status)).toEqual(['failed']);
    expect((await dav('PUT', '/m/d/e/b.txt', { body: 'x' })).status).toBe(423);
    await system.server.prisma.resourceLock.deleteMany();
    await lock('/m/d/', '0');
    // Existing files may change, new ones may not be created.
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(204);
    expect((await dav('PUT', '/m/d/new.txt', { body: 'x' })).status).toBe(423);
    expect((await dav('PUT', '/m/d/e/new.txt', { body: 'x' })).status).toBe(201);
    expect((await dav('DELETE', '/m/d/a.txt')).status).toBe(423);
    expect((await dav('MKCOL', '/m/d/new/')).status).toBe(423);
    expect((await dav('PUT', '/m/beside.txt', { body: 'x' })).status).toBe(201);
  });

  it('are told of, with what they cover, to who asks', async () => {
    const token = (await lock('/m/d/')).slice(1, -1);
    for (const path of ['/m/d/', '/m/d/e/b.txt']) {
      const { text } = await dav('PROPFIND', path, { headers: { depth: '0' } });
      expect(text).toContain(`<D:locktoken><D:href>${token}</D:href></D:locktoken>`);
      expect(text).toContain('<D:lockroot><D:href>/dav/m/d</D:href></D:lockroot>');
      expect(text).toContain('<D:depth>infinity</D:depth>');
      expect(text).toContain('<D:owner>us</D:owner>');
    }
    const beside = await dav('PROPFIND', '/m/', { headers: { depth: '0' } });
    expect(beside.text).toContain('<D:lockdiscovery></D:lockdiscovery>');
  });

  it('are so many at most for a name, for a holder and in total (SECURITY 24)', async () => {
    const { prisma } = system.server;
    const shared = { headers: { depth: '0' }, body: lockInfo('shared') };
    for (let count = 0; count < 16; count += 1) await lock('/m/d/a.txt', '0', 'shared');
    expect((await dav('LOCK', '/m/d/a.txt', shared)).status).toBe(507);
    const [row] = await prisma.resourceLock.findMany({ take: 1 });
    if (!row) return expect.unreachable('no lock');
    const fill = (count: number, createdBy: string) =>
      prisma.resourceLock.createMany({
        data: Array.from({ length: count }, (_, at) => ({
          ...row,
          ...{ token: `urn:${createdBy}:${at}`, objectKey: `of/${createdBy}/${at}`, createdBy },
        })),
      });
    await fill(1000 - 17, row.createdBy);
    await lock('/m/d/c.txt', '0', 'shared');
    expect((await dav('LOCK', '/m/d/d.txt', shared)).status).toBe(507);
    await prisma.resourceLock.deleteMany({ where: { createdBy: row.createdBy } });
    for (let holder = 0; holder < 10; holder += 1) await fill(1000, `apikey:${holder}`);
    expect((await dav('LOCK', '/m/d/a.txt', shared)).status).toBe(507);
    await prisma.resourceLock.deleteMany({ where: { createdBy: 'apikey:0' } });
    expect((await dav('LOCK', '/m/d/a.txt', shared)).status).toBe(200);
    expect(await storage.keys('d/d.txt')).toEqual([]);
  });

  it('of a mount hold up no share of a file, nor does such a share hold them up (SECURITY 24)', async () => {
    await lock('/m/', 'infinity');
    const share = await fetch(`${system.server.url}/api/upload-direct/shared.txt`, {
      method: 'PUT',
      headers: { authorization: system.server.authorization },
      body: 'shared',
    });
    expect(share.status).toBe(201);
  });

  it('tell of their user once, and not again for each file that they cover (SECURITY 24)', async () => {
    await lock('/m/d/', 'infinity');
    const { text } = await dav('PROPFIND', '/m/d/', { headers: { depth: '1' } });
    expect(text.match(/<D:activelock>/g)?.length).toBeGreaterThan(2);
    expect(text.match(/<D:owner>/g)).toHaveLength(1);
  });

  it('are read as far as a write needs them: its names, what holds them, what is below (SECURITY 24)', async () => {
    for (const name of ['d/', 'd/e/', 'd/e/b.txt', 'd-x', 'D/', 'dz', 'd0'])
      await lock(`/m/${name}`, '0', 'shared');
    const keys = async (names: string[], below: string[]) => {
      const reach = { names, below };
      const { prisma } = system.server;
      const found = await listLocks(prisma, storage.configId, reach, new Date(0));
      return found.map(({ objectKey }) => objectKey).sort();
    };
    expect(await keys(['d/e/b.txt'], [])).toEqual(['d', 'd/e', 'd/e/b.txt']);
    expect(await keys([], ['d/'])).toEqual(['d', 'd/e', 'd/e/b.txt']);
    expect(await keys(['d-x'], [])).toEqual(['d-x']);
    expect(await keys([], [''])).toHaveLength(7);
  });

  it('are had by one, or shared by several', async () => {
    const first = await lock('/m/d/a.txt', '0', 'shared');
    const second = await lock('/m/d/a.txt', '0', 'shared');
    const refused = await dav('LOCK', '/m/d/a.txt', { body: lockInfo() });
    expect([refused.status, refused.text]).toEqual([
      423,
      expect.stringContaining('no-conflicting-lock'),
    ]);
    expect((await dav('LOCK', '/m/d/', { body: lockInfo() })).status).toBe(423);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(423);
    for (const token of [first, second]) {
      const put = { headers: { if: `(${token})` }, body: 'x' };
      expect((await dav('PUT', '/m/d/a.txt', put)).status).toBe(204);
    }
  });

  it('end by themselves, later where they are refreshed', async () => {
    const taken = await dav('LOCK', '/m/d/a.txt', {
      headers: { timeout: 'Second-100' },
      body: lockInfo(),
    });
    expect(taken.text).toContain('<D:timeout>Second-100</D:timeout>');
    system.server.moveClock(90_000);
    const token = tokenOf(taken);
    const refreshed = await dav('LOCK', '/m/d/a.txt', {
      headers: { if: `(${token})`, timeout: 'Infinite, Second-4100000000' },
    });
    expect([refreshed.status, refreshed.text]).toEqual([
      200,
      expect.stringContaining('Second-7200'),
    ]);
    system.server.moveClock(7_100_000);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(423);
    system.server.moveClock(101_000);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(204);
    const late = { headers: { if: `(${token})` } };
    expect((await dav('LOCK', '/m/d/a.txt', late)).status).toBe(412);
    expect(await system.server.prisma.resourceLock.count()).toBe(1);
    await system.server.sweep();
    expect(await system.server.prisma.resourceLock.count()).toBe(0);
  });

  it('keep a name that nothing has yet, by an empty file', async () => {
    const taken = await dav('LOCK', '/m/d/new.docx', { headers: { depth: '0' }, body: lockInfo() });
    expect(taken.status).toBe(201);
    expect(await storage.read('d/new.docx')).toBe('');
    expect((await dav('PUT', '/m/d/new.docx', { body: 'x' })).status).toBe(423);
    const put = { headers: { if: `(${tokenOf(taken)})` }, body: 'text' };
    expect((await dav('PUT', '/m/d/new.docx', put)).status).toBe(204);
    expect((await dav('LOCK', '/m/none/new.docx', { body: lockInfo() })).status).toBe(409);
    expect(await system.server.prisma.resourceLock.count()).toBe(1);
    expect((await dav('LOCK', '/', { body: lockInfo() })).status).toBe(403);
  });

  it('go with what is deleted or moved, and stay where something is replaced', async () => {
    const token = await lock('/m/d/a.txt', '0');
    const named = { if: `</dav/m/d/a.txt> (${token})` };
    const over = { ...named, destination: '/dav/m/d/a.txt' };
    expect((await dav('COPY', '/m/d/e/b.txt', { headers: over })).status).toBe(204);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(423);
    const away = { ...named, destination: '/dav/m/d/moved.txt' };
    expect((await dav('MOVE', '/m/d/a.txt', { headers: away })).status).toBe(201);
    expect((await dav('PUT', '/m/d/moved.txt', { body: 'x' })).status).toBe(204);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(201);
    const other = await lock('/m/d/a.txt', '0');
    expect((await dav('DELETE', '/m/d/a.txt')).status).toBe(423);
    expect((await dav('DELETE', '/m/d/a.txt', { headers: { if: `(${other})` } })).status).toBe(204);
    expect((await dav('PUT', '/m/d/a.txt', { body: 'x' })).status).toBe(201);
    expect(await system.server.prisma.resourceLock.count()).toBe(0);
  });

  it('are what an If header may rely on, as on ETags (RFC 4918 10.4)', async () => {
    const etag = (await dav('HEAD', '/m/d/a.txt')).headers.get('etag') ?? '';
    const token = await lock('/m/d/a.txt', '0');
    const put = async (header: string) =>
      (await dav('PUT', '/m/d/a.txt', { headers: { if: header }, body: 'a' })).status;
    expect(await put(`(${token} [${etag}])`)).toBe(204);
    expect(await put(`(${token} ["other"])`)).toBe(412);
    expect(await put(`(Not ${token})`)).toBe(412);
    expect(await put(`(<urn:nothing>) (${token})`)).toBe(204);
    expect(await put(`(Not <DAV:no-lock> ${token})`)).toBe(204);
    expect(await put(`</dav/m/d/e/b.txt> (${token})`)).toBe(412);
    expect(await put(`(Not <urn:nothing>)`)).toBe(423);
    expect(await put(`(${token}`)).toBe(400);
    expect(await put(`<http://elsewhere.example/dav/m/d/a.txt> (${token})`)).toBe(502);
  });

  it('heed conditions of RFC 9110, also in uploads by form (CONTRACT A5)', async () => {
    const etag = (await dav('HEAD', '/m/d/a.txt')).headers.get('etag') ?? '';
    const status = async (method: string, headers: Record<string, string>) =>
      (await dav(method, '/m/d/a.txt', { headers, ...(method === 'PUT' ? { body: 'a' } : {}) }))
        .status;
    expect(await status('PUT', { 'if-none-match': '*' })).toBe(412);
    expect(await status('PUT', { 'if-match': '"other"' })).toBe(412);
    expect(await status('PUT', { 'if-match': etag })).toBe(204);
    expect(await status('GET', { 'if-match': '"other"' })).toBe(412);
    expect(await status('GET', { 'if-none-match': etag })).toBe(304);
    expect(await status('GET', { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(
      412,
    );
    expect(await status('DELETE', { 'if-match': '"other"' })).toBe(412);
    expect((await form('/m/d/', { 'if-none-match': '*' })).status).toBe(412);
    expect((await form('/m/d/', { 'if-match': '"other"' })).status).toBe(412);
    expect(await storage.read('d/a.txt')).toBe('a');
    expect((await form('/m/d/', { 'if-match': etag })).status).toBe(200);
    expect(await storage.read('d/a.txt')).toBe('by form');
  });
});
