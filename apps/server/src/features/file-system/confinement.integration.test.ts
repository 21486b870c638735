import { isDeepStrictEqual } from 'node:util';
import * as reading from '@satchel/api-client/contract/file-system';
import { archiveEntries } from '@satchel/api-client/contract/file-system-archives';
import * as copies from '@satchel/api-client/contract/file-system-copies';
import * as uploads from '@satchel/api-client/contract/file-system-uploads';
import { readFolderSizes, searchFiles } from '@satchel/api-client/contract/search';
import { entryThumbnail } from '@satchel/api-client/contract/thumbnails';
import { PERMISSION_FLAGS, type PermissionName } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectContract } from '../../../test/checked-client.ts';
import { type AnyEndpoint, readContract } from '../../../test/read-contract.ts';
import {
  ANY_SYSTEM,
  type CountedStorage,
  type System,
  startSystem,
} from '../../../test/storages.ts';

const ALL_FLAGS = Object.values(PERMISSION_FLAGS).reduce((sum, flag) => sum | flag, 0);
const SECRET = 'what lies outside';

interface Input {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}
type Build = (path: string) => Input;

const query: Build = (path) => ({ query: { path } });
const body: Build = (path) => ({ body: { path } });
const INSIDE = '/m1/a/f.txt';
const part = { PartNumber: 1, ETag: '"x"' };

/** Ids of this run, which the table's inputs name. */
const ids = { mount: '', ticket: '', upload: '' };

/** Every call that names a path, with each way to name it. */
const CALLS: readonly (readonly [AnyEndpoint, ...Build[]])[] = [
  [reading.listDirectory, query, (path) => ({ query: { path, limit: '10' } })],
  [reading.getEntry, query],
  [reading.downloadEntry, query],
  [entryThumbnail, query],
  [archiveEntries, query],
  [reading.getEntryLink, query],
  [reading.makeDirectory, body],
  [reading.updateEntry, (path) => ({ body: { path, content: 'planted' } })],
  [
    reading.renameEntry,
    (oldPath) => ({ body: { oldPath, newPath: `/m1/a/taken${slashOf(oldPath)}` } }),
    (newPath) => ({ body: { oldPath: newPath.endsWith('/') ? '/m1/a/d/' : INSIDE, newPath } }),
  ],
  [reading.removeEntries, (path) => ({ body: { paths: [path] } })],
  [reading.shareEntry, body],
  [
    copies.copyEntries,
    (sourcePath) => ({
      body: { items: [{ sourcePath, targetPath: `/m1/a/copy${slashOf(sourcePath)}` }] },
    }),
    (targetPath) => ({ body: { items: [{ sourcePath: INSIDE, targetPath }] } }),
    (targetPath) => ({
      body: { items: [{ sourcePath: '/m1/a/d/', targetPath }], skipExisting: true },
    }),
  ],
  [
    copies.commitCopies,
    (targetPath) => ({ body: { targetMountId: ids.mount, files: [{ targetPath }] } }),
  ],
  [uploads.uploadEntry, (path) => ({ form: { path } })],
  [uploads.presignEntry, (path) => ({ body: { path, fileName: 'f.txt', fileSize: 1 } })],
  [
    uploads.commitEntry,
    (targetPath) => ({ body: { targetPath, mountId: ids.mount, fileId: ids.ticket } }),
  ],
  [uploads.initEntryMultipart, (path) => ({ body: { path, fileName: 'f.txt', fileSize: 1 } })],
  [
    uploads.completeEntryMultipart,
    (path) => ({ body: { path, uploadId: ids.upload, parts: [part] } }),
  ],
  [uploads.abortEntryMultipart, (path) => ({ body: { path, uploadId: ids.upload } })],
  [uploads.listEntryUploads, body],
  [uploads.listEntryParts, (path) => ({ body: { path, uploadId: ids.upload } })],
  [uploads.signEntryParts, (path) => ({ body: { path, uploadId: ids.upload, partNumbers: [1] } })],
  [reading.watchDirectory, query],
  [readFolderSizes, query],
  [searchFiles, (path) => ({ query: { q: 'f.txt', scope: 'directory', path } })],
];

function slashOf(path: string): string {
  return path.endsWith('/') ? '/' : '';
}

/** Pairs of an existing and a missing path outside of `/m1/a`; both must get the same answer. */
const OUTSIDE: readonly (readonly [string, string])[] = [
  ['/m1/b/f.txt', '/m1/b/none.txt'],
  ['/m1/b/', '/m1/none/'],
  ['/m1/f.txt', '/m1/none.txt'],
  ['/m1/ab', '/m1/ac'],
  ['/m1/ab2/f.txt', '/m1/ac2/f.txt'],
  ['/m1/A/f.txt', '/m1/A/none.txt'],
  ['/m1/a./f.txt', '/m1/a,/f.txt'],
  ['/m1/a /f.txt', '/m1/a_/f.txt'],
  ['/m1/a\u0301/f.txt', '/m1/o\u0301/f.txt'],
  ['/m1/\u00e1/f.txt', '/m1/\u00f3/f.txt'],
  ['/m2/f.txt', '/nowhere/f.txt'],
  ['/private/f.txt', '/nowhere/f.txt'],
  ['/m1/a/../b/f.txt', '/m1/a/../b/none.txt'],
  ['/m1/a\\..\\b\\f.txt', '/m1/a\\..\\b\\none.txt'],
  ['/m1/a/\0/../b/f.txt', '/m1/a/\0/../b/none.txt'],
  ['/m1/b/f.txt\0', '/m1/b/none.txt\0'],
];

/** Paths below the base path, in a mount that no key may use. */
const BENEATH: readonly (readonly [string, string])[] = [
  ['/m1/a/inner/f.txt', '/m1/a/inner/none.txt'],
  ['/m1/a/inner/d/', '/m1/a/inner/none/'],
  ['/m1/a/inner/shadowed.txt', '/m1/a/inner/none.txt'],
];

/** Names that look like escapes, but are literal names below the base path. */
const LITERAL = [
  '/m1/a/%2e%2e/b/f.txt',
  '/m1/a/..%2fb%2ff.txt',
  '/m1/a/%252e%252e/b/f.txt',
  '/m1/a/..;/b/f.txt',
  '/m1/a/.../b/f.txt',
  '/m1/a/ ../b/f.txt',
  '/m1/a/\uff0e\uff0e/b/f.txt',
  '/m1/a//b/f.txt',
];

describe.each(ANY_SYSTEM)(
  'a key confined to /m1/a on %s with %s (SECURITY 2, SPEC 6)',
  (...system) => {
    let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
    let [second, hidden]: CountedStorage[] = [];
    let close: System['close'];
    let authorization = '';
    let before: unknown;

    beforeAll(async () => {
      const started = await startSystem(system);
      ({ server, storage, close } = started);
      second = await started.addStorage();
      hidden = await started.addStorage(false);
      ids.mount = await storage.mount('/m1');
      await second.mount('/m2');
      await second.mount('/m1/a/open');
      await hidden.mount('/private');
      await hidden.mount('/m1/a/inner');
      ({ authorization } = await server.createApiKey({
        permissions: ALL_FLAGS,
        basePath: '/m1/a',
      }));
    });
    afterAll(() => close());
    // Most tests change nothing, so what they look at is made once for many.
    beforeEach(async () => {
      if (before !== undefined && isDeepStrictEqual(await state(), before)) return;
      await server.prisma.objectWrite.deleteMany();
      await server.prisma.fileShare.deleteMany();
      for (const one of [storage, second, hidden]) await one?.clear();
      const outside = ['b/f.txt', 'f.txt', 'ab', 'ab2/f.txt', 'A/f.txt', 'a./f.txt', 'a /f.txt'];
      const twins = ['a\u0301/f.txt', '\u00e1/f.txt', 'a/inner/shadowed.txt'];
      for (const key of [...outside, ...twins]) await storage.put(key, SECRET);
      for (const key of ['a/f.txt', 'a/d/1']) await storage.put(key);
      await second?.put('f.txt', SECRET);
      for (const key of ['f.txt', 'd/1', 'inner/f.txt']) await hidden?.put(key, SECRET);
      const started = await send(uploads.initEntryMultipart, {
        body: { path: '/m1/b/', fileName: 'f.txt', fileSize: 1 },
      });
      const presigned = await send(uploads.presignEntry, {
        body: { path: '/m1/b/', fileName: 'f.txt' },
      });
      ids.upload = (started.data as { uploadId: string }).uploadId;
      ids.ticket = (presigned.data as { fileId: string }).fileId;
      before = await state();
    });

    /** Everything that a call might have changed. */
    const state = async () => ({
      buckets: await Promise.all([storage, second, hidden].map((one) => contentOf(one))),
      shares: await server.prisma.fileShare.count(),
      uploads: await server.prisma.objectWrite.findMany(),
      open: (await storage.openUploads()).length,
    });
    const contentOf = async (one: CountedStorage | undefined) => {
      const page = await one?.bucket.list({ prefix: '' });
      return page?.objects.map(({ key, etag }) => `${key} ${etag}`);
    };

    const send = async (
      endpoint: AnyEndpoint,
      { query = {}, body, form }: Input,
      as = server.authorization,
    ) => {
      const payload = form ? formOf(form) : body === undefined ? undefined : JSON.stringify(body);
      const reply = await fetch(`${server.url}${endpoint.path}?${new URLSearchParams(query)}`, {
        method: endpoint.method,
        headers: {
          accept: 'application/json',
          authorization: as,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { body: payload }),
      });
      const text = await textOf(reply);
      if (reply.ok && endpoint.kind === 'stream' && endpoint.sends === 'reply') {
        return { status: reply.status, data: text };
      }
      expectContract(endpoint, reply.status, JSON.parse(text));
      const { requestId: _, ...rest } = JSON.parse(text) as { requestId: string; data: unknown };
      return { status: reply.status, ...rest };
    };
    /** Returns the whole body, or the first event of a reply that stays open for minutes. */
    const textOf = async (reply: Response) => {
      if (!reply.headers.get('content-type')?.startsWith('text/event-stream'))
        return await reply.text();
      const reader = reply.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      await reader?.cancel();
      return new TextDecoder().decode(value);
    };
    const formOf = (fields: Readonly<Record<string, string>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob(['planted']), 'f.txt');
      return form;
    };
    /** Reply with the path itself masked. */
    const answer = async (endpoint: AnyEndpoint, build: Build, path: string) => {
      const reply = await send(endpoint, build(path), authorization);
      return JSON.stringify(reply).replaceAll(JSON.stringify(path).slice(1, -1), '<path>');
    };
    const expectRefused = (reply: string) => {
      const { status, data } = JSON.parse(reply) as { status: number; data: unknown };
      if (status >= 400) return;
      // A batch reports each member; none of these succeeded.
      expect(data).toMatchObject({
        success: [200, 202].includes(status) ? noneOf(data) : undefined,
      });
      expect(reply).toMatch(/"failed":(1|\[\{)/);
    };
    const noneOf = (data: unknown) =>
      Array.isArray((data as { success: unknown }).success) ? [] : 0;

    const cases = CALLS.flatMap(([endpoint, ...builds]) =>
      builds.map(
        (build, way) =>
          [`${endpoint.method} ${endpoint.path} (${way + 1})`, endpoint, build] as const,
      ),
    );

    it('is tried with every call of the contract that names a path', async () => {
      const named = (await readContract()).filter(
        // An operation is named by its id, which only its owner knows.
        ([name]) => / \/api\/fs\//.test(name) && !name.includes(':'),
      );
      expect(CALLS.map(([{ method, path }]) => `${method} ${path}`).toSorted()).toEqual(
        named.map(([name]) => name).toSorted(),
      );
    });

    it.each(cases)(
      '%s tells nothing of what lies outside, and changes nothing',
      async (_, endpoint, build) => {
        for (const [existing, absent] of [...OUTSIDE, ...BENEATH]) {
          const reply = await answer(endpoint, build, existing);
          expectRefused(reply);
          expect(reply, existing).toBe(await answer(endpoint, build, absent));
          expect(reply).not.toContain(SECRET);
        }
        expect(await state()).toEqual(before);
      },
    );

    it.each(cases)(
      '%s takes names that look like ways out for names',
      async (_, endpoint, build) => {
        for (const path of LITERAL)
          expect(await answer(endpoint, build, path)).not.toContain(SECRET);
        const { buckets } = before as Awaited<ReturnType<typeof state>>;
        const outside = (rows: readonly string[] = []) =>
          rows.filter((row) => !row.startsWith('a/'));
        const [first, ...others] = (await state()).buckets;
        expect(outside(first)).toEqual(outside(buckets[0]));
        expect(others).toEqual(buckets.slice(1));
      },
    );

    it.each(cases)(
      '%s needs its own right, and no other will do (SECURITY 7)',
      async (_, endpoint, build) => {
        const needed = endpoint.access as PermissionName;
        const flag = PERMISSION_FLAGS[needed as keyof typeof PERMISSION_FLAGS];
        expect(flag).toBeGreaterThan(0);
        const key = await server.createApiKey({
          permissions: ALL_FLAGS & ~flag,
          basePath: '/m1/a',
        });
        for (const path of [INSIDE, '/m1/a/d/', '/m1/b/f.txt', '/m1/none']) {
          expect(await send(endpoint, build(path), key.authorization)).toMatchObject({
            status: 403,
            error: 'auth.forbidden',
            data: null,
          });
        }
        expect(await state()).toEqual(before);
      },
    );

    it('sees of the ways to its base path only the next step (CONTRACT A5)', async () => {
      const names = async (path: string) => {
        const { data } = await send(reading.listDirectory, { query: { path } }, authorization);
        return (data as { items: { name: string }[] }).items.map(({ name }) => name);
      };
      expect(await names('/')).toEqual(['m1']);
      expect(await names('/m1')).toEqual(['a']);
      expect(await names('/m1/a')).toEqual(expect.arrayContaining(['d', 'open', 'f.txt']));
      expect(await names('/m1/a/open')).toEqual(['f.txt']);
      const found = await send(searchFiles, { query: { q: 'f.txt' } }, authorization);
      const { results } = found.data as { results: { path: string }[] };
      expect(results.map(({ path }) => path).toSorted()).toEqual([
        '/m1/a/f.txt',
        '/m1/a/open/f.txt',
      ]);
    });

    it('takes no step outside by the cursor of a listing of others', async () => {
      for (const key of ['b/1', 'b/2', 'b/3']) await storage.put(key, SECRET);
      const first = await send(reading.listDirectory, { query: { path: '/m1/b', limit: '1' } });
      const { next_cursor: cursor } = first.data as { next_cursor: string };
      const input = { query: { path: '/m1/a', limit: '10', cursor } };
      const reply = await send(reading.listDirectory, input, authorization);
      expect(JSON.stringify(reply)).not.toMatch(/\/m1\/b|"f?[123]"/);
    });

    it.each([
      '../../b/f.txt',
      '..\\..\\b\\f.txt',
      '/m1/b/f.txt',
      '..',
      '.',
      'a/../../../b/f.txt',
      '%2e%2e/%2e%2e/b/f.txt',
      ' ',
    ])(
      'writes below its base path whatever a file is called: %j (SECURITY 9)',
      async (fileName) => {
        for (const [endpoint, more] of [
          [uploads.presignEntry, {}],
          [uploads.initEntryMultipart, { fileSize: 1 }],
        ] as const) {
          const input = { body: { path: '/m1/a/d', fileName, ...more } };
          const { data } = await send(endpoint, input, authorization);
          const { s3Path, key } = data as { s3Path?: string; key?: string };
          expect(s3Path ?? key).toMatch(/^a\/d\/[^/\\]+$/);
          const climbing = { body: { path: `/m1/a/d/${fileName}`, fileName, ...more } };
          const reply = await send(endpoint, climbing, authorization);
          if (reply.status === 200)
            expect(JSON.stringify(reply.data)).toMatch(/"(s3Path|key)":"a\//);
        }
      },
    );

    it('does in a batch what it may, and names the rest alike', async () => {
      const batch = async (other: string) => {
        await storage.put('a/x', 'x');
        const paths = ['/m1/a/x', other];
        const removed = await send(reading.removeEntries, { body: { paths } }, authorization);
        const items = [
          { sourcePath: INSIDE, targetPath: '/m1/a/y' },
          { sourcePath: other, targetPath: '/m1/a/z' },
          { sourcePath: INSIDE, targetPath: other },
        ];
        const copied = await send(copies.copyEntries, { body: { items } }, authorization);
        const files = [INSIDE, other].map((targetPath) => ({ targetPath }));
        const named = { body: { targetMountId: ids.mount, files } };
        const committed = await send(copies.commitCopies, named, authorization);
        await storage.bucket.remove(['a/y']);
        expect(removed.data).toMatchObject({ success: 1, failed: [{ path: other }] });
        expect(copied.data).toMatchObject({ success: 1, failed: 2 });
        expect(committed).toMatchObject({ status: 202, data: { failed: [{ targetPath: other }] } });
        return JSON.stringify([removed, copied, committed]).replaceAll(other, '<path>');
      };
      for (const [existing, absent] of [
        ['/m1/b/f.txt', '/m1/b/none.txt'],
        ['/m1/a/inner/f.txt', '/m1/a/inner/none.txt'],
      ] as const) {
        expect(await batch(existing)).toBe(await batch(absent));
      }
      expect((await state()).buckets).toEqual((before as { buckets: unknown }).buckets);
    });

    it('knows no mount by its id that it may not use', async () => {
      const mounts = (await server.prisma.mount.findMany()).filter(({ mountPath }) =>
        ['/m2', '/private', '/m1/a/inner'].includes(mountPath),
      );
      expect(mounts).toHaveLength(3);
      const files = [{ targetPath: INSIDE }];
      const ask = (targetMountId: string) =>
        send(copies.commitCopies, { body: { targetMountId, files } }, authorization);
      for (const { id } of mounts) expect(await ask(id)).toEqual(await ask('none'));
      const searched = (mount_id: string) =>
        send(searchFiles, { query: { q: 'f.txt', scope: 'mount', mount_id } }, authorization);
      for (const { id } of mounts) expect(await searched(id)).toEqual(await searched('none'));
    });

    it('goes on with no upload of others, not even in its base path', async () => {
      const reference = { path: '/m1/a/', fileName: 'big.bin' };
      const init = { body: { ...reference, fileSize: 1 } };
      const { data } = await send(uploads.initEntryMultipart, init);
      const { uploadId } = data as { uploadId: string };
      const open = await storage.openUploads();
      for (const [endpoint, more] of [
        [uploads.completeEntryMultipart, { parts: [part] }],
        [uploads.listEntryParts, {}],
        [uploads.signEntryParts, { partNumbers: [1] }],
        [uploads.abortEntryMultipart, {}],
      ] as const) {
        const ask = (id: string) =>
          send(endpoint, { body: { ...reference, uploadId: id, ...more } }, authorization);
        expect(await ask(uploadId)).toEqual(await ask('none'));
      }
      expect(await storage.openUploads()).toEqual(open);
      const listed = await send(
        uploads.listEntryUploads,
        { body: { path: '/m1/a' } },
        authorization,
      );
      expect((listed.data as { uploads: unknown[] }).uploads).toEqual([]);
    });
  },
);
