import { setTimeout as sleep } from 'node:timers/promises';
import { removeEntries, renameEntry, shareEntry } from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { createMount } from '@satchel/api-client/contract/mounts';
import { createStorageConfig } from '@satchel/api-client/contract/storage-configs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDavClient, type DavClient } from '../../../test/dav-client.ts';
import { s3Error } from '../../../test/storage-proxy.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { vary } from '../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

describe.each(SYSTEM)('COPY and MOVE on %s with %s (RFC 4918 9.8, 9.9)', (database, store) => {
  let system: System;
  let here: CountedStorage;
  let there: CountedStorage;
  let dav: DavClient;
  beforeAll(async () => {
    system = await startSystem([database, store]);
    here = system.storage;
    there = await system.addStorage();
    await here.mount('/m');
    await here.mount('/alias');
    await here.mount('/m/inner');
    await there.mount('/n');
    dav = createDavClient(system.server.url);
  });
  afterAll(() => system.close());
  beforeEach(async () => {
    await here.clear();
    await there.clear();
    for (const key of ['d/a.txt', 'd/e/b.txt', 'd/文 档.txt']) await here.put(key);
  });
  const transfer = async (method: string, from: string, to: string, headers = {}) =>
    (await dav(method, from, { headers: { destination: `/dav${to}`, ...headers } })).status;
  const setProperty = async (path: string, value: string) => {
    const body = `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><mark xmlns="urn:x">${value}</mark></D:prop></D:set></D:propertyupdate>`;
    expect((await dav('PROPPATCH', path, { body })).text).toContain('200 OK');
  };
  const propertyOf = async (path: string) => {
    const body = `<D:propfind xmlns:D="DAV:"><D:prop><mark xmlns="urn:x"/></D:prop></D:propfind>`;
    const { text } = await dav('PROPFIND', path, { headers: { depth: '0' }, body });
    return /<n1:mark[^>/]*>([^<]*)</.exec(text)?.[1];
  };
  const contents = async (storage: CountedStorage, prefix: string) => {
    const keys = await storage.keys(prefix);
    return Object.fromEntries(
      await Promise.all(
        keys.map(async (key) => [key.slice(prefix.length), await storage.read(key)]),
      ),
    );
  };

  it.each(['DELETE', 'MOVE'])(
    '%s of a version leaves one alone that was stored since it was looked at (CONTRACT A7, RFC 9110 13.1.1)',
    async (method) => {
      await dav('PUT', '/m/d/a.txt', { body: 'seen' });
      const etag = (await dav('GET', '/m/d/a.txt')).headers.get('etag') ?? '';
      const isStored = Promise.withResolvers<void>();
      here.setFault(({ operation, count }) =>
        operation === 'list' && count === 1 ? { repliesAfter: isStored.promise } : undefined,
      );
      const headers = { 'if-match': etag, destination: '/dav/m/d/moved.txt' };
      const change = dav(method, '/m/d/a.txt', { headers });
      await vi.waitFor(() => expect(here.running()).toBe(1));
      // The storage has answered the look by then, and its answer is under way.
      await sleep(200);
      expect((await dav('PUT', '/m/d/a.txt', { body: 'newer' })).status).toBe(204);
      here.setFault(undefined);
      isStored.resolve();
      expect((await change).status).toBe(412);
      expect(await contents(here, 'd/')).toMatchObject({ 'a.txt': 'newer' });
      expect(await here.keys('d/moved')).toEqual([]);
    },
  );

  it.each(['the same address', 'another address'])(
    'keep what is moved between two configs of one bucket by %s (SECURITY 22)',
    async (address) => {
      const { prisma, api } = system.server;
      const row = await prisma.storageConfig.findUniqueOrThrow({ where: { id: here.configId } });
      const url = new URL(row.endpointUrl);
      if (address === 'another address') url.hostname = 'localhost';
      const config = await api.call(createStorageConfig, {
        body: {
          name: address,
          provider_type: 'Other',
          endpoint_url: url.origin,
          bucket_name: row.bucketName,
          access_key_id: row.accessKeyId,
          secret_access_key: here.secretAccessKey,
          path_style: true,
        },
      });
      const root = `/two-${address.length}`;
      await api.call(createMount, {
        body: { name: root, mount_path: root, storage_type: 'S3', storage_config_id: config.id },
      });
      expect(await transfer('MOVE', '/m/d/a.txt', `${root}/moved.txt`)).toBe(201);
      expect(await here.read('moved.txt')).toBe('d/a.txt');
      expect(await transfer('MOVE', '/m/d/e/', `${root}/e/`)).toBe(201);
      expect(await here.read('e/b.txt')).toBe('d/e/b.txt');
      // Moving a name onto itself is refused, with either config.
      expect(await transfer('MOVE', '/m/moved.txt', `${root}/moved.txt`)).toBe(403);
      expect(await transfer('COPY', '/m/d/', `${root}/d/x/`)).toBe(403);
      expect(await here.read('moved.txt')).toBe('d/a.txt');
    },
  );

  it('take a directory with all that is in it to another name, mount or storage', async () => {
    const whole = { 'a.txt': 'd/a.txt', 'e/b.txt': 'd/e/b.txt', '文 档.txt': 'd/文 档.txt' };
    expect(await transfer('COPY', '/m/d/', '/m/copy/')).toBe(201);
    expect(await contents(here, 'copy/')).toEqual(whole);
    expect(await transfer('COPY', '/m/d', '/alias/by-alias')).toBe(201);
    expect(await contents(here, 'by-alias/')).toEqual(whole);
    expect(await transfer('COPY', '/m/d/', '/n/%E5%A4%8D%E5%88%B6/')).toBe(201);
    expect(await contents(there, '复制/')).toEqual(whole);
    expect(await transfer('MOVE', '/m/d/', '/n/moved/')).toBe(201);
    expect(await contents(there, 'moved/')).toEqual(whole);
    expect(await here.keys('d/')).toEqual([]);
    expect(await transfer('MOVE', '/n/moved/a.txt', '/m/back.txt')).toBe(201);
    expect(await here.read('back.txt')).toBe('d/a.txt');
    expect(await there.keys('moved/')).toEqual(['moved/e/b.txt', 'moved/文 档.txt']);
  });

  it.each([
    ['COPY', '/m'],
    ['MOVE', '/m'],
    ['COPY', '/n'],
    ['MOVE', '/n'],
  ])(
    '%s to %s replaces what is there, of whatever kind, and nothing where told not to',
    async (method, to) => {
      const target = to === '/m' ? here : there;
      for (const key of ['x/a.txt', 'x/old/c.txt', 'x/e', 'file']) await target.put(key, 'old');
      const asked = { overwrite: 'F' };
      expect(await transfer(method, '/m/d/', `${to}/x/`, asked)).toBe(412);
      expect(await transfer(method, '/m/d/a.txt', `${to}/file`, asked)).toBe(412);
      expect(await target.read('x/a.txt')).toBe('old');
      // Replaces a file by a file, a directory by a directory, a file by a directory, and a directory
      // by a file.
      await here.put('d2/a.txt', 'new');
      await here.put('f.txt', 'file');
      expect(await transfer(method, '/m/d/a.txt', `${to}/file`)).toBe(204);
      expect(await target.read('file')).toBe('d/a.txt');
      expect(await transfer(method, '/m/d/', `${to}/x/`)).toBe(204);
      const { 'a.txt': _, ...moved } = {
        'a.txt': '',
        'e/b.txt': 'd/e/b.txt',
        '文 档.txt': 'd/文 档.txt',
      };
      expect(await contents(target, 'x/')).toEqual(
        method === 'COPY' ? { 'a.txt': 'd/a.txt', ...moved } : moved,
      );
      expect(await transfer(method, '/m/d2/', `${to}/file`)).toBe(204);
      expect(await contents(target, 'file')).toEqual({ '/a.txt': 'new' });
      expect(await transfer(method, '/m/f.txt', `${to}/x`)).toBe(204);
      expect(await contents(target, 'x')).toEqual({ '': 'file' });
      if (method === 'MOVE') expect(await here.keys('d2/')).toEqual([]);
    },
  );

  it('refuse what would be in itself, a missing directory around, and mounts', async () => {
    expect(await transfer('COPY', '/m/d/', '/m/d/e/f/')).toBe(403);
    expect(await transfer('MOVE', '/m/d/', '/alias/d/')).toBe(403);
    expect(await transfer('COPY', '/m/d/a.txt', '/m/d/a.txt')).toBe(403);
    expect(await transfer('COPY', '/m/d/e/', '/m/d/')).toBe(403);
    expect(await transfer('COPY', '/m/d/a.txt', '/m/none/a.txt')).toBe(409);
    expect(await transfer('COPY', '/m/none', '/m/x')).toBe(404);
    expect(await transfer('MOVE', '/m/', '/n/x/')).toBe(403);
    expect(await transfer('MOVE', '/m/d/', '/m/inner/')).toBe(403);
    expect((await dav('DELETE', '/m/inner/')).status).toBe(403);
    expect((await dav('DELETE', '/m/')).status).toBe(403);
    expect(await transfer('MOVE', '/m/d/', '/m/x/', { depth: '0' })).toBe(400);
    const elsewhere = { headers: { destination: 'http://elsewhere.example/dav/m/x' } };
    expect((await dav('COPY', '/m/d/a.txt', elsewhere)).status).toBe(502);
    expect((await dav('COPY', '/m/d/a.txt')).status).toBe(400);
    const beyond = { headers: { destination: `${system.server.url}/api/x` } };
    expect((await dav('COPY', '/m/d/a.txt', beyond)).status).toBe(400);
    expect(await here.keys()).toEqual(['d/a.txt', 'd/e/b.txt', 'd/文 档.txt']);
  });

  it('copy a directory without what is in it, where that is asked for', async () => {
    await here.put('x/old.txt');
    expect(await transfer('COPY', '/m/d/', '/m/x/', { depth: '0' })).toBe(204);
    expect(await here.keys('x/')).toEqual(['x/']);
    expect(await transfer('COPY', '/m/d/', '/m/d/e/below/', { depth: '0' })).toBe(201);
    expect(await here.keys('d/e/')).toEqual(['d/e/b.txt', 'd/e/below/']);
  });

  it('take properties along, as the API does, and DELETE takes them away', async () => {
    await setProperty('/m/d/', 'directory');
    await setProperty('/m/d/a.txt', 'file');
    await setProperty('/m/d/%E6%96%87%20%E6%A1%A3.txt', '文');
    await setProperty('/m/d/e/b.txt', 'below');
    const listed = await dav('PROPFIND', '/m/d/', { headers: { depth: '1' } });
    const marks = [...listed.text.matchAll(/<n1:mark[^>/]*>([^<]*)</g)].map(([, mark]) => mark);
    expect(marks.sort()).toEqual(['directory', 'file', '文']);
    await transfer('COPY', '/m/d/', '/n/copy/');
    expect(await propertyOf('/n/copy/')).toBe('directory');
    expect(await propertyOf('/n/copy/a.txt')).toBe('file');
    expect(await propertyOf('/n/copy/%E6%96%87%20%E6%A1%A3.txt')).toBe('文');
    expect(await propertyOf('/m/d/a.txt')).toBe('file');
    await transfer('MOVE', '/m/d/', '/m/x/');
    expect(await propertyOf('/m/x/a.txt')).toBe('file');
    const { api, prisma } = system.server;
    await api.call(renameEntry, { body: { oldPath: '/m/x/', newPath: '/m/y/' } });
    expect(await propertyOf('/m/y/a.txt')).toBe('file');
    const items = [{ sourcePath: '/m/y/', targetPath: '/m/z/' }];
    await api.call(copyEntries, { body: { items } });
    expect(await propertyOf('/m/z/a.txt')).toBe('file');
    // A replaced file loses its properties and gets those of its replacement.
    await transfer('COPY', '/m/z/e/b.txt', '/m/z/a.txt');
    expect(await propertyOf('/m/z/a.txt')).toBe('below');
    await api.call(removeEntries, { body: { paths: ['/m/y/'] } });
    expect((await dav('DELETE', '/m/z/')).status).toBe(204);
    expect((await dav('DELETE', '/n/copy/')).status).toBe(204);
    expect(await prisma.deadProperty.count()).toBe(0);
  });

  it('have shares follow a move within a storage, and keep the room of it', async () => {
    const { slug } = await system.server.api.call(shareEntry, { body: { path: '/m/d/a.txt' } });
    expect(await transfer('MOVE', '/m/d/', '/m/x/')).toBe(201);
    const shared = await fetch(`${system.server.url}/api/file-view/${slug}`);
    expect([shared.status, await shared.text()]).toEqual([200, 'd/a.txt']);
    expect(await system.server.prisma.objectWrite.count()).toBe(0);
  });

  it('take back what a storage fails at, and leave nothing held', async () => {
    there.setFault(({ operation }) => (operation === 'put' ? s3Error(503, 'SlowDown') : undefined));
    expect(await transfer('MOVE', '/m/d/', '/n/x/')).toBe(502);
    there.setFault(undefined);
    expect(await there.keys()).toEqual([]);
    expect(await here.keys('d/')).toHaveLength(3);
    expect(await transfer('MOVE', '/m/d/', '/n/x/')).toBe(201);
  });
});
