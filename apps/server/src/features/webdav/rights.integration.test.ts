import { deleteApiKey } from '@satchel/api-client/contract/api-keys';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { basic, createDavClient, hrefsIn, lockInfo, tokenOf } from '../../../test/dav-client.ts';
import { ADMIN } from '../../../test/start-server.ts';
import {
  ANY_SYSTEM,
  type CountedStorage,
  type System,
  startSystem,
} from '../../../test/storages.ts';

const { webdav_read: READ, webdav_manage: MANAGE, ...OTHERS } = PERMISSION_FLAGS;
const ALL_OTHERS = Object.values(OTHERS).reduce((all, flag) => all | flag, 0);

describe.each(ANY_SYSTEM)('who may use WebDAV on %s with %s (SPEC 6)', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let url: string;
  beforeAll(async () => {
    system = await startSystem([database, store], { CORS_ORIGINS: 'https://elsewhere.example' });
    ({ storage } = system);
    ({ url } = system.server);
    await storage.mount('/m');
    await (await system.addStorage(false)).mount('/hidden');
  });
  afterAll(() => system.close());
  beforeEach(async () => {
    await storage.clear();
    await storage.put('in/a.txt', 'a');
    await storage.put('in/below/b.txt', 'b');
    await storage.put('inside.txt', 'not in');
  });
  const keyClient = async (permissions: number, basePath = '/') => {
    const key = await system.server.createApiKey({ permissions, basePath });
    return { ...key, dav: createDavClient(url, basic(key.key, key.key)) };
  };

  it('asks for a credential, except who wants to know what is spoken', async () => {
    const anonymous = createDavClient(url, null);
    for (const method of ['PROPFIND', 'GET', 'PUT', 'DELETE', 'MKCOL', 'LOCK', 'MOVE']) {
      const { status, headers } = await anonymous(method, '/m/in/a.txt');
      expect([method, status]).toEqual([method, 401]);
      expect(headers.get('www-authenticate')).toBe('Basic realm="WebDAV", Bearer realm="WebDAV"');
    }
    const dart = await anonymous('GET', '/m/in/a.txt', {
      headers: { 'user-agent': 'Dart/3.9 (dart:io)' },
    });
    expect(dart.headers.get('www-authenticate')).toBe('Basic realm="WebDAV"');
    const options = await anonymous('OPTIONS', '/m/');
    expect(options.status).toBe(200);
    expect(options.headers.get('dav')).toBe('1, 2');
    expect(options.headers.get('ms-author-via')).toBe('DAV');
    expect(options.headers.get('allow')).toContain('PROPPATCH');
  });

  it('takes a key as name and password, as password alone, and in each other header', async () => {
    const { key } = await keyClient(READ);
    const credentials = [
      basic(key, key),
      basic('', key),
      basic('anybody', key),
      basic(ADMIN.username, key),
      `ApiKey ${key}`,
      basic(ADMIN.username, ADMIN.password),
      system.server.authorization,
    ];
    for (const credential of credentials) {
      const { status, text } = await createDavClient(url, credential)('GET', '/m/in/a.txt');
      expect([credential, status, text]).toEqual([credential, 200, 'a']);
    }
    for (const credential of [basic(key, 'x'), basic('', 'x'), `Bearer ${key}`, 'Basic !']) {
      const { status } = await createDavClient(url, credential)('GET', '/m/in/a.txt');
      expect([credential, status]).toEqual([credential, 401]);
    }
  });

  it('lets a key read with one permission, write with the other, and no other does', async () => {
    const reader = (await keyClient(READ)).dav;
    expect((await reader('PROPFIND', '/m/in/', { headers: { depth: '1' } })).status).toBe(207);
    expect((await reader('GET', '/m/in/a.txt')).status).toBe(200);
    const writes = [
      ['PUT', { body: 'x' }],
      ['DELETE', {}],
      ['PROPPATCH', { body: propset('x') }],
      ['LOCK', { body: lockInfo() }],
      ['UNLOCK', { headers: { 'lock-token': '<urn:x>' } }],
      ['COPY', { headers: { destination: '/dav/m/in/c.txt' } }],
      ['MOVE', { headers: { destination: '/dav/m/in/c.txt' } }],
    ] as const;
    for (const [method, options] of writes) {
      expect([method, (await reader(method, '/m/in/a.txt', options)).status]).toEqual([
        method,
        403,
      ]);
    }
    expect((await reader('MKCOL', '/m/new/')).status).toBe(403);
    const writer = (await keyClient(MANAGE)).dav;
    expect((await writer('PUT', '/m/in/new.txt', { body: 'x' })).status).toBe(201);
    expect((await writer('GET', '/m/in/a.txt')).status).toBe(403);
    expect((await writer('PROPFIND', '/m/in/', { headers: { depth: '1' } })).status).toBe(403);
    const copy = await writer('COPY', '/m/in/a.txt', {
      headers: { destination: '/dav/m/in/c.txt' },
    });
    expect(copy.status).toBe(403);
    const other = await system.server.createApiKey({ permissions: ALL_OTHERS });
    expect((await createDavClient(url, `ApiKey ${other.key}`)('GET', '/m/in/a.txt')).status).toBe(
      403,
    );
    expect(await storage.keys('in/')).toEqual(['in/a.txt', 'in/below/b.txt', 'in/new.txt']);
  });

  it('keeps a key in its base path with every method and as a destination (SECURITY 2)', async () => {
    const { dav } = await keyClient(READ | MANAGE, '/m/in');
    const outside = [
      '/m/inside.txt',
      '/m/in/%2e%2e/inside.txt',
      '/m//inside.txt',
      '/m/./inside.txt',
    ];
    for (const path of outside) {
      for (const method of [
        'GET',
        'HEAD',
        'PUT',
        'DELETE',
        'PROPFIND',
        'PROPPATCH',
        'LOCK',
        'MKCOL',
      ]) {
        const body = BODIES[method];
        const { status } = await dav(method, path, body === undefined ? {} : { body });
        expect([400, 403, 404], `${method} ${path}`).toContain(status);
      }
      for (const method of ['COPY', 'MOVE']) {
        const from = await dav(method, path, { headers: { destination: '/dav/m/in/taken' } });
        expect([400, 403, 404], `${method} from ${path}`).toContain(from.status);
        for (const destination of [`/dav${path}`, `${url}/dav${path}`]) {
          const to = await dav(method, '/m/in/a.txt', { headers: { destination } });
          expect([400, 403, 404], `${method} to ${destination}`).toContain(to.status);
        }
      }
    }
    expect(await storage.keys()).toEqual(['in/a.txt', 'in/below/b.txt', 'inside.txt']);
    expect(await storage.read('inside.txt')).toBe('not in');
    expect((await dav('PUT', '/m/in/new.txt', { body: 'x' })).status).toBe(201);
    // Above its base path a key sees only the next segment.
    const way = await dav('PROPFIND', '/m/', { headers: { depth: '1' } });
    expect(hrefsIn(way)).toEqual(['/dav/m/', '/dav/m/in/']);
  });

  it('shows a key only storages that are open to keys', async () => {
    const { dav } = await keyClient(READ | MANAGE);
    expect(hrefsIn(await dav('PROPFIND', '/', { headers: { depth: '1' } }))).toEqual([
      '/dav/',
      '/dav/m/',
    ]);
    expect((await dav('PUT', '/hidden/a.txt', { body: 'x' })).status).toBe(404);
    const admin = createDavClient(url);
    const all = await admin('PROPFIND', '/', { headers: { depth: '1' } });
    expect(hrefsIn(all)).toEqual(['/dav/', '/dav/hidden/', '/dav/m/']);
  });

  it('knows nothing of what the server keeps in a bucket, however it is spelt (SECURITY 15)', async () => {
    const kept = '.satchel/shares/kept.txt';
    await storage.put(kept, 'kept');
    const admin = createDavClient(url);
    const spellings = [
      '.satchel',
      '%2esatchel',
      '.SATCHEL',
      '.satchel.',
      '.satchel%20',
      '.%EF%BD%93atchel',
    ];
    for (const name of spellings) {
      const path = `/m/${name}/shares/kept.txt`;
      for (const method of ['GET', 'PUT', 'DELETE', 'PROPFIND', 'PROPPATCH', 'LOCK', 'MKCOL']) {
        const body = BODIES[method];
        const { status } = await admin(method, path, body === undefined ? {} : { body });
        expect([403, 404, 409], `${method} ${path}`).toContain(status);
      }
      for (const method of ['COPY', 'MOVE']) {
        const from = await admin(method, path, { headers: { destination: '/dav/m/out.txt' } });
        expect(from.status, `${method} from ${path}`).toBe(404);
        const to = await admin(method, '/m/in/a.txt', { headers: { destination: `/dav${path}` } });
        expect(to.status, `${method} to ${path}`).toBe(404);
      }
    }
    const listed = await admin('PROPFIND', '/m/', { headers: { depth: '1' } });
    expect(listed.text).not.toContain('satchel/');
    expect(await storage.keys('.satchel/')).toEqual([kept]);
    expect(await storage.read(kept)).toBe('kept');
  });

  it('ends with the key at once, and so do its locks', async () => {
    const { id, dav } = await keyClient(READ | MANAGE);
    const lock = await dav('LOCK', '/m/in/a.txt', { body: lockInfo() });
    expect(lock.status).toBe(200);
    const admin = createDavClient(url);
    expect((await admin('PUT', '/m/in/a.txt', { body: 'x' })).status).toBe(423);
    await system.server.api.call(deleteApiKey, { params: { id } });
    expect((await dav('GET', '/m/in/a.txt')).status).toBe(401);
    expect((await admin('PUT', '/m/in/a.txt', { body: 'x' })).status).toBe(204);
  });

  it("cannot use another's lock, and an administrator can take it away", async () => {
    const one = (await keyClient(READ | MANAGE)).dav;
    const two = (await keyClient(READ | MANAGE)).dav;
    const token = tokenOf(await one('LOCK', '/m/in/a.txt', { body: lockInfo() }));
    const stolen = { headers: { if: `(${token})` }, body: 'x' };
    expect((await two('PUT', '/m/in/a.txt', stolen)).status).toBe(423);
    const unlock = { headers: { 'lock-token': token } };
    expect((await two('UNLOCK', '/m/in/a.txt', unlock)).status).toBe(403);
    expect((await one('PUT', '/m/in/a.txt', stolen)).status).toBe(204);
    expect((await createDavClient(url)('UNLOCK', '/m/in/a.txt', unlock)).status).toBe(204);
    expect((await two('PUT', '/m/in/a.txt', { body: 'y' })).status).toBe(204);
  });

  it('refuses pages of other sites the password that a browser remembers (SECURITY 8)', async () => {
    const admin = createDavClient(url);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await admin('GET', '/m/in/a.txt', { headers })).status).toBe(403);
    expect((await admin('DELETE', '/m/in/a.txt', { headers })).status).toBe(403);
    expect(await storage.keys('in/a.txt')).toEqual(['in/a.txt']);
    const preflight = await createDavClient(url, null)('OPTIONS', '/m/in/a.txt', {
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    const script = { headers: { 'sec-fetch-dest': 'script' } };
    expect((await admin('GET', '/m/in/a.txt', script)).status).toBe(403);
  });

  describe.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }],
    ['a subdomain beside ours', { 'sec-fetch-site': 'same-site' }],
    ['another site over plain HTTP', { origin: 'http://elsewhere.example' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a page that claims to be ours', { 'sec-fetch-site': 'same-origin', origin: 'http://x.test' }],
  ])('a remembered password on a request of %s (SECURITY 8, 23)', (_, headers) => {
    const authorization = basic(ADMIN.username, ADMIN.password);
    it('changes nothing through the API', async () => {
      const form = new FormData();
      form.append('path', '/m/in/');
      form.append('file', new File(['theirs'], 'a.txt'));
      const upload = { method: 'POST', headers: { authorization, ...headers }, body: form };
      const refused = await fetch(`${url}/api/fs/upload`, upload);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { error: 'auth.cross_site' },
      ]);
      const type = { 'content-type': 'text/plain' };
      const paste = { ...upload, headers: { ...upload.headers, ...type }, body: 'theirs' };
      expect((await fetch(`${url}/api/paste`, paste)).status).toBe(403);
      expect(await storage.read('in/a.txt')).toBe('a');
    });

    it('counts as none where anybody may call', async () => {
      const settings = async (sent: Record<string, string>) =>
        (await (await fetch(`${url}/api/admin/settings`, { headers: sent })).json()) as {
          readonly data: unknown;
        };
      const anybody = await settings({});
      expect((await settings({ authorization, ...headers })).data).toEqual(anybody.data);
      expect((await settings({ authorization })).data).not.toEqual(anybody.data);
    });

    it('changes nothing over WebDAV', async () => {
      const admin = createDavClient(url);
      expect((await admin('DELETE', '/m/in/a.txt', { headers })).status).toBe(403);
      expect(await storage.keys('in/a.txt')).toEqual(['in/a.txt']);
    });
  });

  it('is taken by the API from programs, and from pages of this server (SECURITY 23)', async () => {
    const authorization = basic(ADMIN.username, ADMIN.password);
    const list = (headers: Record<string, string>) =>
      fetch(`${url}/api/fs/list?path=/m/in`, { headers: { authorization, ...headers } });
    expect((await list({})).status).toBe(200);
    expect((await list({ 'sec-fetch-site': 'none' })).status).toBe(200);
    expect((await list({ 'sec-fetch-site': 'same-origin', origin: url })).status).toBe(200);
    const bearer = { authorization: system.server.authorization, 'sec-fetch-site': 'cross-site' };
    expect((await list(bearer)).status).toBe(200);
  });

  it('sends browsers from its address to the one below which all of it lies, so that they keep the password for no more (SECURITY 23)', async () => {
    const reply = await fetch(`${url}/dav?x=1`, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([308, '/dav/?x=1']);
    expect(reply.headers.get('www-authenticate')).toBeNull();
    expect((await createDavClient(url)('PROPFIND', '', { headers: { depth: '0' } })).status).toBe(
      207,
    );
  });

  it('spends the budget of failures that every secret shares (CONTRACT A6)', async () => {
    const wrong = createDavClient(url, basic('nobody-here', 'wrong password'));
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt += 1) {
      statuses.push((await wrong('PROPFIND', '/')).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.at(-1)).toBe(429);
    expect((await createDavClient(url)('GET', '/m/in/a.txt')).status).toBe(200);
  });
});

function propset(value: string): string {
  return `<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><x xmlns="urn:x">${value}</x></D:prop></D:set></D:propertyupdate>`;
}

const BODIES: Readonly<Record<string, string>> = {
  PUT: 'x',
  PROPPATCH: propset('x'),
  LOCK: lockInfo(),
};
