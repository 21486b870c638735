import { request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import { viewFileShare } from '@satchel/api-client/contract/file-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { basic } from '../../../test/dav-client.ts';
import type { TestApiKey, TestServer } from '../../../test/start-server.ts';
import {
  ANY_SYSTEM,
  type CountedStorage,
  type System,
  startSystem,
} from '../../../test/storages.ts';

const ALL = Object.values(PERMISSION_FLAGS).reduce((all, flag) => all | flag, 0);
const { text: TEXT } = PERMISSION_FLAGS;

type Change = (server: TestServer, id: string) => Promise<unknown>;

const remove: Change = ({ api }, id) => api.call(deleteApiKey, { params: { id } });
const change =
  (body: { permissions?: number; basic_path?: string }): Change =>
  ({ api }, id) =>
    api.call(updateApiKey, { params: { id }, body });

const CHANGES: readonly (readonly [string, Change, number])[] = [
  ['is deleted', remove, 401],
  ['loses its permissions', change({ permissions: TEXT }), 403],
];

describe.each(ANY_SYSTEM)('a key in the middle of an upload, on %s with %s', (database, store) => {
  let system: System;
  let storage: CountedStorage;
  let server: TestServer;
  beforeAll(async () => {
    system = await startSystem([database, store]);
    ({ storage, server } = system);
    await storage.mount('/m');
  });
  afterAll(() => system.close());
  beforeEach(() => storage.clear());

  const writesOf = ({ id }: TestApiKey) =>
    server.prisma.objectWrite.count({ where: { createdBy: `apikey:${id}` } });
  /** Sends half of a body, runs `inTheMiddle` once the server has begun the write, and sends the rest. */
  const upload = async (
    key: TestApiKey,
    [method, path]: readonly [string, string],
    headers: Readonly<Record<string, string | number>>,
    inTheMiddle: () => Promise<unknown>,
    [before, after]: readonly [string, string] = ['first half, ', 'second half'],
  ) => {
    const request = send(`${server.url}${path}`, { method, headers });
    const replied = new Promise<{ status: number; body: string }>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => {
        text(response)
          .then((body) => resolve({ status: response.statusCode ?? 0, body }))
          .catch(reject);
      });
    });
    request.write(before);
    await vi.waitFor(async () => expect(await writesOf(key)).toBe(1));
    await inTheMiddle();
    request.end(after);
    return replied;
  };
  const length = { 'content-length': 'first half, second half'.length };
  const newKey = (basePath = '/') => server.createApiKey({ permissions: ALL, basePath });
  const dav = ({ key }: TestApiKey) => ({ authorization: basic(key, key) });
  const view = (slug: string) => server.api.call(viewFileShare, { params: { slug }, query: {} });

  describe.each(CHANGES)('that %s', (_what, lose, status) => {
    it.each([
      ['a known', length],
      ['an unknown', {}],
    ])('shares no file of %s length', async (_length, headers) => {
      const key = await newKey();
      const slug = `lost-${key.id.slice(0, 8)}`;
      const { authorization } = key;
      const reply = await upload(
        key,
        ['PUT', `/api/upload-direct/a.txt?slug=${slug}`],
        { authorization, ...headers },
        () => lose(server, key.id),
      );
      expect(reply).toMatchObject({ status });
      await expect(view(slug)).rejects.toMatchObject({ status: 404 });
      expect(await writesOf(key)).toBe(0);
    });

    it.each([
      ['a known', length],
      ['an unknown', {}],
    ])('replaces no file of a mount by WebDAV, with %s length', async (_length, headers) => {
      await storage.put('a.txt', 'as it was');
      const key = await newKey();
      const reply = await upload(key, ['PUT', '/dav/m/a.txt'], { ...dav(key), ...headers }, () =>
        lose(server, key.id),
      );
      expect(reply).toMatchObject({ status });
      expect(await storage.read('a.txt')).toBe('as it was');
      expect(await writesOf(key)).toBe(0);
    });

    it('stores no file of a form', async () => {
      const key = await newKey();
      const part = (name: string, rest = '') =>
        `--limit\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;
      const before = `${part('path')}/m/\r\n${part('file', '; filename="f.txt"')}first`;
      const { authorization } = key;
      const reply = await upload(
        key,
        ['POST', '/api/fs/upload'],
        { authorization, 'content-type': 'multipart/form-data; boundary=limit' },
        () => lose(server, key.id),
        [before, ' second\r\n--limit--\r\n'],
      );
      expect(reply).toMatchObject({ status });
      expect(await storage.keys()).toEqual([]);
    });

    it('finishes no resumable upload', async () => {
      const key = await newKey();
      const slug = `lost-${key.id.slice(0, 8)}`;
      const { authorization } = key;
      const reply = await upload(
        key,
        ['POST', `/api/uploads?filename=a.txt&slug=${slug}`],
        { authorization, 'upload-complete': '?1', ...length },
        () => lose(server, key.id),
      );
      expect(reply.status).toBeGreaterThanOrEqual(400);
      await expect(view(slug)).rejects.toMatchObject({ status: 404 });
    });
  });

  it('writes nothing outside a base path that it got meanwhile', async () => {
    await storage.put('a/there.txt');
    const key = await newKey('/m/a');
    const reply = await upload(key, ['PUT', '/dav/m/a/x.txt'], { ...dav(key), ...length }, () =>
      change({ basic_path: '/m/b' })(server, key.id),
    );
    expect(reply.status).toBe(403);
    expect(await storage.keys()).not.toContain('a/x.txt');
  });

  it('that keeps its rights stores the whole body', async () => {
    const key = await newKey('/m');
    const reply = await upload(key, ['PUT', '/dav/m/x.txt'], { ...dav(key), ...length }, () =>
      change({ permissions: ALL - TEXT })(server, key.id),
    );
    expect([reply.status, await storage.read('x.txt')]).toEqual([201, 'first half, second half']);
  });
});
