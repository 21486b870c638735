import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDavClient, type DavClient, tokenOf } from '../../../test/dav-client.ts';
import { type CountedStorage, SYSTEMS, type System, startSystem } from '../../../test/storages.ts';
import { vary } from '../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

const FINDER = { 'user-agent': 'WebDAVFS/3.0.0 (03008000) Darwin/23.6.0 (arm64)' };
const EXPLORER = { 'user-agent': 'Microsoft-WebDAV-MiniRedir/10.0.22631', translate: 'f' };
const OFFICE = { 'user-agent': 'Microsoft Office Word 2014', 'x-office-major-version': '16' };
const XML = { 'content-type': 'text/xml; charset="utf-8"' };

const FINDER_PROPFIND = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:">
<D:prop>
<D:getlastmodified/>
<D:getcontentlength/>
<D:creationdate/>
<D:resourcetype/>
</D:prop>
</D:propfind>
`;
const FINDER_QUOTA = `<?xml version="1.0" encoding="utf-8"?>
<D:propfind xmlns:D="DAV:">
<D:prop>
<D:quota-available-bytes/>
<D:quota-used-bytes/>
<D:quota/>
<D:quotaused/>
</D:prop>
</D:propfind>
`;
const FINDER_LOCK = `<?xml version="1.0" encoding="utf-8"?>
<D:lockinfo xmlns:D="DAV:">
<D:lockscope><D:exclusive/></D:lockscope>
<D:locktype><D:write/></D:locktype>
<D:owner>
<D:href>http://www.apple.com/webdav_fs/</D:href>
</D:owner>
</D:lockinfo>
`;
const EXPLORER_LOCK = `<?xml version="1.0" encoding="utf-8" ?><D:lockinfo xmlns:D="DAV:"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype><D:owner><D:href>DESKTOP\\user</D:href></D:owner></D:lockinfo>`;
const WIN32_TIMES = `<?xml version="1.0" encoding="utf-8" ?><D:propertyupdate xmlns:D="DAV:" xmlns:Z="urn:schemas-microsoft-com:"><D:set><D:prop><Z:Win32CreationTime>Sun, 22 Nov 2026 10:00:00 GMT</Z:Win32CreationTime><Z:Win32LastAccessTime>Sun, 22 Nov 2026 10:00:00 GMT</Z:Win32LastAccessTime><Z:Win32LastModifiedTime>Sun, 22 Nov 2026 10:00:00 GMT</Z:Win32LastModifiedTime><Z:Win32FileAttributes>00000020</Z:Win32FileAttributes></D:prop></D:set></D:propertyupdate>`;

// Requests of known clients, in their order and with their headers and bodies.
describe.each(SYSTEM)('exchanges with known clients on %s with %s', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let dav: DavClient;
  beforeAll(async () => {
    system = await startSystem([database, store]);
    ({ storage } = system);
    await storage.mount('/m');
    dav = createDavClient(system.server.url);
  });
  afterAll(() => system.close());

  const statuses = async (
    common: Record<string, string>,
    ...requests: readonly (readonly [string, string, Record<string, string>?, string?])[]
  ) => {
    const found: number[] = [];
    for (const [method, path, headers = {}, body] of requests) {
      const options = {
        headers: { ...common, ...headers },
        ...(body === undefined ? {} : { body }),
      };
      found.push((await dav(method, path, options)).status);
    }
    return found;
  };

  it('has Finder mount, and store a file with its own beside it', async () => {
    const mounted = await statuses(
      FINDER,
      ['OPTIONS', '/m/'],
      ['PROPFIND', '/m/', { ...XML, depth: '0' }, FINDER_PROPFIND],
      ['PROPFIND', '/m/', { ...XML, depth: '0' }, FINDER_QUOTA],
      ['PROPFIND', '/m/', { ...XML, depth: '1' }, FINDER_PROPFIND],
      ['PROPFIND', '/m/._.', { ...XML, depth: '0' }, FINDER_PROPFIND],
      ['PROPFIND', '/m/.DS_Store', { ...XML, depth: '0' }, FINDER_PROPFIND],
    );
    expect(mounted).toEqual([200, 207, 207, 207, 404, 404]);
    for (const [name, content] of [
      ['report.pdf', 'x'.repeat(200_000)],
      ['._report.pdf', 'x'.repeat(4096)],
      ['.DS_Store', 'x'.repeat(6148)],
    ] as const) {
      const path = `/m/${name}`;
      // Finder stores an empty file, takes a lock, then sends the contents in chunks.
      expect(
        (await dav('PUT', path, { headers: { ...FINDER, 'content-length': '0' } })).status,
      ).toBe(201);
      const locked = await dav('LOCK', path, {
        headers: { ...FINDER, ...XML, depth: '0', timeout: 'Second-600' },
        body: FINDER_LOCK,
      });
      expect(locked.status).toBe(200);
      const token = tokenOf(locked);
      const put = await dav('PUT', path, {
        headers: {
          ...FINDER,
          if: `(${token})`,
          'x-expected-entity-length': String(content.length),
        },
        body: new Blob([content]).stream(),
      });
      expect(put.status).toBe(204);
      const listed = await dav('PROPFIND', path, {
        headers: { ...FINDER, ...XML, depth: '0' },
        body: FINDER_PROPFIND,
      });
      expect(listed.text).toContain(`<D:getcontentlength>${content.length}<`);
      const unlocked = await dav('UNLOCK', path, { headers: { ...FINDER, 'lock-token': token } });
      expect(unlocked.status).toBe(204);
    }
    const folder = await statuses(
      FINDER,
      ['MKCOL', '/m/untitled%20folder/'],
      [
        'MOVE',
        '/m/untitled%20folder/',
        { destination: `${system.server.url}/dav/m/Papers/`, overwrite: 'F' },
      ],
      [
        'MOVE',
        '/m/report.pdf',
        { destination: `${system.server.url}/dav/m/Papers/report.pdf`, overwrite: 'T' },
      ],
      [
        'MOVE',
        '/m/._report.pdf',
        { destination: `${system.server.url}/dav/m/Papers/._report.pdf`, overwrite: 'T' },
      ],
      ['DELETE', '/m/Papers/._report.pdf'],
      ['DELETE', '/m/Papers/report.pdf'],
      ['DELETE', '/m/Papers/'],
    );
    expect(folder).toEqual([201, 201, 201, 201, 204, 204, 204]);
    expect(await storage.keys()).toEqual(['.DS_Store']);
    await storage.clear();
  });

  it("has Explorer map a drive, and keep the times of Windows' files", async () => {
    const mapped = await statuses(
      EXPLORER,
      ['OPTIONS', ''],
      ['PROPFIND', '', { depth: '0' }],
      ['PROPFIND', '/m', { depth: '0' }],
      ['PROPFIND', '/m', { depth: '1' }],
      ['PROPFIND', '/m/desktop.ini', { depth: '0' }],
    );
    expect(mapped).toEqual([200, 207, 207, 207, 404]);
    const locked = await dav('LOCK', '/m/notes.txt', {
      headers: { ...EXPLORER, ...XML, depth: '0', timeout: 'Second-3600' },
      body: EXPLORER_LOCK,
    });
    expect(locked.status).toBe(201);
    const condition = { if: `(${tokenOf(locked)})` };
    const written = await statuses(
      EXPLORER,
      ['PUT', '/m/notes.txt', { ...condition, 'content-length': '0' }],
      ['PROPPATCH', '/m/notes.txt', { ...XML, ...condition }, WIN32_TIMES],
      ['HEAD', '/m/notes.txt'],
      ['PUT', '/m/notes.txt', condition, 'written'],
      ['PROPPATCH', '/m/notes.txt', { ...XML, ...condition }, WIN32_TIMES],
      ['UNLOCK', '/m/notes.txt', { 'lock-token': tokenOf(locked) }],
      [
        'MOVE',
        '/m/notes.txt',
        { destination: `${system.server.url}/dav/m/Notes.txt`, overwrite: 'F' },
      ],
    );
    expect(written).toEqual([204, 207, 200, 204, 207, 204, 201]);
    const { text } = await dav('PROPFIND', '/m/Notes.txt', {
      headers: { ...EXPLORER, depth: '0' },
    });
    expect(text).toMatch(/Win32LastModifiedTime[^>]*>Sun, 22 Nov 2026 10:00:00 GMT</);
    expect(text).toMatch(/Win32FileAttributes[^>]*>00000020</);
    await storage.clear();
  });

  it('has Word open a document, keep its lock, save it by way of another name, and close', async () => {
    await storage.put('letter.docx', 'first');
    const path = '/m/letter.docx';
    const opened = await statuses(OFFICE, ['OPTIONS', '/m/'], ['HEAD', path], ['GET', path]);
    expect(opened).toEqual([200, 200, 200]);
    const locked = await dav('LOCK', path, {
      headers: { ...OFFICE, ...XML, depth: '0', timeout: 'Second-3600', 'if-match': '*' },
      body: EXPLORER_LOCK,
    });
    expect(locked.status).toBe(200);
    const condition = { if: `(${tokenOf(locked)})` };
    const other = await dav('LOCK', path, { headers: { ...OFFICE, ...XML }, body: EXPLORER_LOCK });
    expect(other.status).toBe(423);
    const saved = await statuses(
      OFFICE,
      ['LOCK', path, { ...condition, timeout: 'Second-3600' }],
      ['PUT', path, { ...condition, 'if-match': '*' }, 'second'],
      ['PROPPATCH', path, { ...XML, ...condition }, WIN32_TIMES],
      ['LOCK', path, { ...condition, timeout: 'Second-3600' }],
      ['UNLOCK', path, { 'lock-token': tokenOf(locked) }],
    );
    expect(saved).toEqual([200, 204, 207, 200, 204]);
    expect(await storage.read('letter.docx')).toBe('second');
    expect(await system.server.prisma.resourceLock.count()).toBe(0);
  });
});
