import { updateApiKey } from '@satchel/api-client/contract/api-keys';
import {
  deleteFileShares,
  getFileShare,
  listFileShares,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import {
  getEntry,
  makeDirectory,
  removeEntries,
  renameEntry,
  shareEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesIn } from '../../../../test/mounted-storage.ts';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';
import type { AuthenticatedCaller } from '../../../security/caller.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

describe.each(SYSTEM)('changing files on %s with %s (SPEC 7; CONTRACT A5, F7)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system));
    await storage.mount('/m');
    await storage.mount('/m/deep/inner');
  });
  afterAll(() => close());
  afterEach(() => storage.clear());

  const { api } = { api: () => server.api };
  const update = (path: string, content: string) =>
    api().call(updateEntry, { body: { path, content } });
  const mkdir = (path: string) => api().call(makeDirectory, { body: { path } });
  const rename = (oldPath: string, newPath: string) =>
    api().call(renameEntry, { body: { oldPath, newPath } });
  const remove = (...paths: string[]) => api().call(removeEntries, { body: { paths } });
  const list = (path: string) => namesIn(server.api, path);

  describe('fs/update', () => {
    it('writes a text file, and says whether it is new', async () => {
      expect(await update('/m/a/note.md', '你好')).toMatchObject({
        success: true,
        path: 'a/note.md',
        contentType: 'text/markdown',
        isNewFile: true,
      });
      expect(await update('/m/a/note.md', '')).toMatchObject({ isNewFile: false });
      expect(await storage.read('a/note.md')).toBe('');
    });

    it('refuses to overwrite what is not what the writer has read (RFC 9110 13.1)', async () => {
      const write = (content: string, headers: Record<string, string>) =>
        api().call(updateEntry, { body: { path: '/m/shared.md', content } }, { headers });
      const changed = { code: 'file_system.changed', status: 412 };
      await expect(write('x', { 'if-match': '*' })).rejects.toMatchObject(changed);
      expect(await storage.keys()).toEqual([]);
      const first = await write('first', { 'if-none-match': '*' });
      await expect(write('again', { 'if-none-match': '*' })).rejects.toMatchObject(changed);
      const second = await write('second', { 'if-match': first.etag });
      await expect(write('lost', { 'if-match': first.etag })).rejects.toMatchObject(changed);
      expect(await storage.read('shared.md')).toBe('second');
      // A listing shows ETags without their quotes.
      const bare = second.etag.replaceAll('"', '');
      await write('third', { 'if-match': `"0", ${bare}` });
      expect(await storage.read('shared.md')).toBe('third');
      // A refused write holds neither the name nor quota.
      expect(await server.prisma.objectWrite.count()).toBe(0);
    });

    it('lets one of many win who have read the same', async () => {
      const { etag } = await update('/m/race.md', 'start');
      const write = (content: string) =>
        api().call(
          updateEntry,
          { body: { path: '/m/race.md', content } },
          { headers: { 'if-match': etag } },
        );
      const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
      const outcomes = await Promise.allSettled(texts.map(write));
      const won = texts.filter((_, index) => outcomes[index]?.status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(await storage.read('race.md')).toBe(won[0]);
    });

    it('takes 10 MiB of UTF-8 and no byte more (SPEC 9)', async () => {
      const largest = `${'好'.repeat((10 * 1024 * 1024) / 3)}x`;
      await update('/m/large.txt', largest);
      await expect(update('/m/large.txt', `${largest}x`)).rejects.toMatchObject({
        code: 'file_system.content_too_large',
        status: 413,
      });
      expect((await storage.read('large.txt'))?.length).toBe(largest.length);
    });

    it('writes neither a mount, nor a directory, nor outside of all mounts', async () => {
      for (const path of ['/m', '/m/', '/m/a/']) {
        await expect(update(path, 'x')).rejects.toMatchObject({ code: 'file_system.path_invalid' });
      }
      await expect(update('/x', 'x')).rejects.toMatchObject({ code: 'mounts.not_found' });
      expect(await storage.keys()).toEqual([]);
    });

    it('makes no folder of the name of a file, nor does a text below it (RFC 4918 9.7.1)', async () => {
      await update('/m/a.txt', 'a');
      for (const refused of [
        () => update('/m/a.txt/x', 'x'),
        () => update('/m/a.txt/x/y', 'x'),
        () => mkdir('/m/a.txt/x'),
      ]) {
        await expect(refused()).rejects.toMatchObject({ code: 'file_system.exists', status: 409 });
      }
      expect(await storage.keys()).toEqual(['a.txt']);
    });

    it('leaves a folder of the name alone, with a marker and without one', async () => {
      await mkdir('/m/made');
      await storage.put('implied/deep/f');
      for (const path of ['/m/made', '/m/implied', '/m/implied/deep']) {
        const refused = { code: 'file_system.exists', status: 409 };
        await expect(update(path, 'x')).rejects.toMatchObject(refused);
      }
      expect(await storage.keys()).toEqual(['implied/deep/f', 'made/']);
      expect(await server.prisma.objectWrite.count()).toBe(0);
    });
  });

  describe('fs/mkdir', () => {
    it('makes the directories above it too, and may be said twice', async () => {
      await mkdir('/m/a/b c/文');
      await mkdir('/m/a/b c/文/');
      expect(await storage.keys()).toEqual(['a/', 'a/b c/', 'a/b c/文/']);
      expect(await list('/m/a/b c')).toEqual(['文/']);
    });

    it('leaves a file of the name alone', async () => {
      await storage.put('a');
      await expect(mkdir('/m/a')).rejects.toMatchObject({ code: 'file_system.exists' });
    });
  });

  describe('fs/rename', () => {
    it('renames a file, into another directory too, and keeps the one it leaves', async () => {
      await storage.put('a/one.txt', 'text');
      await rename('/m/a/one.txt', '/m/b/two.txt');
      expect(await storage.keys()).toEqual(['a/', 'b/two.txt']);
      expect(await storage.read('b/two.txt')).toBe('text');
    });

    it('renames a directory with all that is in it', async () => {
      for (const key of ['d/', 'd/1', 'd/e/', 'd/e/2', 'd2']) await storage.put(key);
      await rename('/m/d/', '/m/new name/');
      expect(await storage.keys()).toEqual([
        'd2',
        'new name/',
        'new name/1',
        'new name/e/',
        'new name/e/2',
      ]);
    });

    it.each<[string, string, string]>([
      ['/m/none', '/m/x', 'file_system.not_found'],
      ['/m/none/', '/m/x/', 'file_system.not_found'],
      ['/m/f', '/m/g', 'file_system.exists'],
      ['/m/f', '/m/d', 'file_system.exists'],
      ['/m/d/', '/m/g/', 'file_system.exists'],
      ['/m/f', '/m/x/', 'file_system.other_kind'],
      ['/m/d/', '/m/x', 'file_system.other_kind'],
      ['/m/d/', '/m/d/e/', 'file_system.into_itself'],
      ['/m/f', '/m/deep/inner/f', 'file_system.other_mount'],
      ['/m/', '/m/x/', 'file_system.mount_fixed'],
      ['/m', '/nowhere', 'file_system.mount_fixed'],
      ['/m/', '/nowhere/', 'file_system.mount_fixed'],
      ['/m/deep/', '/m/x/', 'file_system.mount_fixed'],
      ['/m/f', '/nowhere/f', 'mounts.not_found'],
      ['/m/f', '/m/../f', 'file_system.path_invalid'],
    ])('refuses %s → %s: %s, and changes nothing', async (oldPath, newPath, code) => {
      for (const key of ['d/1', 'f', 'g']) await storage.put(key);
      await expect(rename(oldPath, newPath)).rejects.toMatchObject({ code });
      expect(await storage.keys()).toEqual(['d/1', 'f', 'g']);
    });

    it('onto its own name changes nothing', async () => {
      await storage.put('f');
      await rename('/m/f', '/m//f');
      expect(await storage.keys()).toEqual(['f']);
    });

    it('of two files to one name at the same time is done for one, and the other stays (SECURITY 12)', async () => {
      for (const key of ['a', 'b']) await storage.put(key);
      const renamed = await Promise.allSettled([rename('/m/a', '/m/c'), rename('/m/b', '/m/c')]);
      const { reason } = renamed.find(
        ({ status }) => status === 'rejected',
      ) as PromiseRejectedResult;
      // The error depends on whether the other call is still running.
      expect(['file_system.busy', 'file_system.exists']).toContain(reason.code);
      const contents = (await storage.keys()).map((key) => storage.read(key));
      expect((await Promise.all(contents)).toSorted()).toEqual(['a', 'b']);
    });

    it('of one file to several names at the same time is done for one (SECURITY 12)', async () => {
      await storage.put('f');
      const names = ['a', 'b', 'c', 'd'];
      const renamed = await Promise.allSettled(names.map((name) => rename('/m/f', `/m/${name}`)));
      const refused = renamed.filter(({ status }) => status === 'rejected');
      for (const { reason } of refused as PromiseRejectedResult[]) {
        expect(['file_system.busy', 'file_system.not_found']).toContain(reason.code);
      }
      const done = names.filter((_, index) => renamed[index]?.status === 'fulfilled');
      expect(done).toHaveLength(1);
      expect(await storage.keys()).toEqual(done);
    });

    it('takes the shares of what it moves along', async () => {
      await storage.put('d/f.txt', 'shared');
      const { slug } = await api().call(shareEntry, { body: { path: '/m/d/f.txt' } });
      await rename('/m/d/', '/m/e/');
      const { downloadUrl = '' } = await api().call(viewFileShare, { params: { slug }, query: {} });
      expect(await (await fetch(downloadUrl)).text()).toBe('shared');
    });
  });

  describe('fs/batch-remove', () => {
    it('deletes files and whole directories, and keeps the directories around them', async () => {
      for (const key of ['a/1', 'a/2', 'b/c/3', 'b/c/d/4', 'e']) await storage.put(key);
      expect(await remove('/m/a/1', '/m/a/2', '/m/b/c/', '/m/none')).toEqual({
        success: 4,
        failed: [],
      });
      expect(await storage.keys()).toEqual(['a/', 'b/', 'e']);
      expect(await list('/m')).toEqual(['a/', 'b/', 'deep/', 'e']);
    });

    it('keeps a directory whose entries are deleted by calls at the same time', async () => {
      for (let round = 0; round < 5; round += 1) {
        const names = ['a', 'b', 'c', 'd'].map((name) => `d${round}/${name}.txt`);
        for (const name of names) await storage.put(name);
        await Promise.all(names.map((name) => remove(`/m/${name}`)));
        expect(await list(`/m/d${round}/`)).toEqual([]);
      }
    });

    it('needs the trailing slash to delete a directory', async () => {
      await storage.put('a/1');
      await remove('/m/a');
      expect(await storage.keys()).toEqual(['a/1']);
    });

    it('deletes no mount and nothing that holds one, and then nothing at all', async () => {
      await storage.put('f');
      for (const path of ['/m/', '/m', '/m/deep/', '/m/deep/inner/']) {
        await expect(remove('/m/f', path)).rejects.toMatchObject({
          code: 'file_system.mount_fixed',
          status: 400,
        });
      }
      expect(await storage.keys()).toEqual(['f']);
    });

    it('names what it could not delete, in the language of the caller', async () => {
      await storage.put('a/f');
      const permissions = PERMISSION_FLAGS.mount_delete;
      const key = await server.createApiKey({ permissions, basePath: '/m/a' });
      const chinese = server.apiAs({ kind: 'apiKey', key: key.key }, 'zh-CN');
      const body = { paths: ['/m/a/f', '/m/b', '/m/../x'] };
      const { success, failed } = await chinese.call(removeEntries, { body });
      expect(success).toBe(1);
      expect(failed.map(({ path }) => path)).toEqual(['/m/b', '/m/../x']);
      expect(failed[0]?.error).toMatch(/[\u4e00-\u9fff]/);
      expect(await storage.keys()).toEqual(['a/']);
    });
  });

  describe('fs/create-share', () => {
    const share = (path: string, caller = server.api) =>
      caller.call(shareEntry, { body: { path } });
    const visit = async (slug: string) => {
      const { downloadUrl } = await api().call(viewFileShare, { params: { slug }, query: {} });
      return fetch(downloadUrl ?? '');
    };

    it('shares a file as it is when somebody opens it', async () => {
      await storage.put('a/f.txt', 'before');
      const made = await share('/m/a/f.txt');
      expect(made).toMatchObject({ success: true, filename: 'f.txt', size: 6 });
      expect([made.url, made.share_url]).toEqual([
        `/file/${made.slug}`,
        `${server.url}/file/${made.slug}`,
      ]);
      await update('/m/a/f.txt', 'and after');
      const reply = await visit(made.slug);
      expect(await reply.text()).toBe('and after');
      expect(reply.headers.get('content-length')).toBe('9');
    });

    it('makes the share with its password, limits and link in one call', async () => {
      await storage.put('a/s.txt', 'secret');
      const options = { slug: 'kept-shut', password: 'open', max_views: 3, expires_in: 1 };
      const body = { path: '/m/a/s.txt', ...options, remark: null, use_proxy: false };
      const made = await server.api.call(shareEntry, { body });
      expect(made).toMatchObject({ slug: 'kept-shut', hasPassword: true, maxViews: 3 });
      const hours = (Date.parse(made.expiresAt ?? '') - server.now().getTime()) / 3_600_000;
      expect(hours).toBeCloseTo(1);
      expect((await fetch(`${server.url}/api/file-view/kept-shut`)).status).toBe(401);
      const own = await api().call(getFileShare, { params: { id: made.fileId } });
      expect(own).toMatchObject({ has_password: true, use_proxy: 0, remark: null });
      await expect(server.api.call(shareEntry, { body })).rejects.toMatchObject({
        code: 'shares.slug_taken',
      });
      for (const [slug, code] of [
        ['admin', 'shares.slug_reserved'],
        ['a b', 'shares.slug_invalid'],
      ] as const) {
        const refused = server.api.call(shareEntry, { body: { path: '/m/a/s.txt', slug } });
        await expect(refused).rejects.toMatchObject({ code });
      }
    });

    it('makes one share although the call is repeated, also after its process has died', async () => {
      await storage.put('a/o.txt', 'once');
      const body = { path: '/m/a/o.txt' };
      const key = { idempotencyKey: crypto.randomUUID() };
      const made = await server.api.call(shareEntry, { body }, key);
      expect(await server.api.call(shareEntry, { body }, key)).toEqual(made);
      const admin = { kind: 'admin', id: '1' } as AuthenticatedCaller;
      const { signal } = new AbortController();
      const share = () => server.services.fileSystem.share(admin, body, signal, 'once-shared');
      expect((await share()).slug).toBe((await share()).slug);
    });

    it('tells the length and the ETag of the file as it is, and no more bytes of it (CONTRACT A5)', async () => {
      await storage.put('a/g.txt', 'before');
      const { slug, fileId } = await share('/m/a/g.txt');
      await update('/m/a/g.txt', 'and after');
      const ask = (headers: Record<string, string>, method = 'GET') =>
        fetch(`${server.url}/api/file-view/${slug}`, { method, headers });
      const head = await ask({}, 'HEAD');
      const etag = head.headers.get('etag') ?? '';
      expect([head.headers.get('content-length'), etag]).toEqual([
        '9',
        expect.stringMatching(/^"/),
      ]);
      expect((await ask({ 'if-none-match': etag })).status).toBe(304);
      const beyond = await ask({ range: 'bytes=9-' });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */9']);
      const { views } = await api().call(getFileShare, { params: { id: fileId } });
      expect(views).toBe(0);
      const range = await ask({ range: 'bytes=4-', 'if-range': etag });
      expect([range.status, await range.text()]).toEqual([206, 'after']);
      storage.takeRequests();
      const whole = await ask({});
      expect([whole.headers.get('etag'), await whole.text()]).toEqual([etag, 'and after']);
      expect(storage.takeRequests()).toEqual(['get']);
    });

    it('shares files only', async () => {
      await storage.put('a/f.txt');
      for (const path of ['/m/a/', '/m']) {
        await expect(share(path)).rejects.toMatchObject({ code: 'file_system.is_directory' });
      }
      for (const path of ['/m/a', '/m/none']) {
        await expect(share(path)).rejects.toMatchObject({ code: 'file_system.not_found' });
      }
    });

    it('needs the right to share and the right to see the file (CONTRACT A4)', async () => {
      await storage.put('a/f.txt');
      const { file_share, mount_view } = PERMISSION_FLAGS;
      const by = async (permissions: number, basePath = '/m/a') =>
        share('/m/a/f.txt', (await server.createApiKey({ permissions, basePath })).api);
      await expect(by(file_share)).rejects.toMatchObject({ code: 'auth.forbidden' });
      await expect(by(mount_view)).rejects.toMatchObject({ code: 'auth.forbidden' });
      await expect(by(file_share | mount_view, '/m/b')).rejects.toMatchObject({
        code: 'auth.outside_base_path',
      });
      expect(await by(file_share | mount_view)).toMatchObject({ success: true });
    });

    it('says that the file lies in a mount, and where to those who may see it (CONTRACT A7)', async () => {
      await storage.put('a/f.txt');
      const { file_share, mount_view } = PERMISSION_FLAGS;
      const key = await server.createApiKey({ permissions: file_share | mount_view });
      const { fileId: id } = await share('/m/a/f.txt', key.api);
      const own = () => key.api.call(getFileShare, { params: { id } });
      const inPlace = { in_place: true, mounted_path: '/m/a/f.txt' };
      expect(await own()).toMatchObject(inPlace);
      const { data } = await api().call(listFileShares, { query: { search: 'f.txt' } });
      expect(data.files.find((row) => row.id === id)).toMatchObject(inPlace);
      await api().call(updateApiKey, {
        params: { id: key.id },
        body: { basic_path: '/elsewhere' },
      });
      expect(await own()).toMatchObject({ in_place: true, mounted_path: null, file_path: null });
    });

    it('leaves the file when its share ends, and to whoever may not delete it', async () => {
      await storage.put('f.txt');
      const permissions = PERMISSION_FLAGS.file_share | PERMISSION_FLAGS.mount_view;
      const key = await server.createApiKey({ permissions });
      const byKey = await share('/m/f.txt', key.api);
      const swept = await share('/m/f.txt');
      const body = (id: string) => ({ body: { ids: [id], delete_mode: 'both' as const } });
      await key.api.call(deleteFileShares, body(byKey.fileId));
      const owned = {
        body: { ids: [(await share('/m/f.txt')).fileId], delete_mode: 'owned' as const },
      };
      await api().call(deleteFileShares, owned);
      const byDefault = { body: { ids: [(await share('/m/f.txt')).fileId] } };
      expect(await api().call(deleteFileShares, byDefault)).toMatchObject({ success: 1 });
      expect(await storage.keys()).toEqual(['f.txt']);
      const past = new Date(server.now().getTime() - 86_400_000);
      await server.prisma.fileShare.update({
        where: { id: swept.fileId },
        data: { expiresAt: past },
      });
      expect(await server.sweep()).toMatchObject({ fileShares: 1 });
      expect(await storage.keys()).toEqual(['f.txt']);
      // CONTRACT F4: with `both` an administrator also deletes the file.
      await api().call(deleteFileShares, body((await share('/m/f.txt')).fileId));
      expect(await storage.keys()).toEqual([]);
    });
  });

  it('finds a name that other tools have stored in another Unicode form (SECURITY 2)', async () => {
    await storage.put('cafe\u0301.txt', 'decomposed');
    const path = '/m/cafe\u0301.txt';
    expect(await api().call(getEntry, { query: { path } })).toMatchObject({ size: 10 });
    await expect(
      api().call(getEntry, { query: { path: path.normalize('NFC') } }),
    ).rejects.toMatchObject({ code: 'file_system.not_found' });
    await rename(path, '/m/caf\u00e9.txt');
    expect(await storage.keys()).toEqual(['caf\u00e9.txt']);
  });

  it('finds a directory so beside files that begin like it (SECURITY 2)', async () => {
    const name = 'cafe\u0301';
    for (const key of [`${name}/in`, `${name} (1)/in`, `${name}.txt`]) await storage.put(key);
    expect(await list(`/m/${name}`)).toEqual(['in']);
    await update(`/m/${name}/new`, '');
    expect(await storage.keys(`${name}/`)).toEqual([`${name}/in`, `${name}/new`]);
  });

  it('moves and deletes directories with keys that no XML can name (SECURITY 2)', async () => {
    for (const key of ['d/\u0001', 'd/e/\uffff', 'd/f']) await storage.put(key);
    await rename('/m/d/', '/m/new/');
    expect(await storage.keys()).toEqual(['new/\u0001', 'new/e/\uffff', 'new/f']);
    expect(await remove('/m/new/')).toEqual({ success: 1, failed: [] });
    expect(await storage.keys()).toEqual([]);
  });
});
