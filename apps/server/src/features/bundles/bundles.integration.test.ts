import {
  addBundleItems,
  announceBundleFiles,
  completeBundle,
  createBundle,
  deleteBundles,
  getBundle,
  listBundles,
  removeBundleItems,
  unlockBundle,
  updateBundle,
  viewBundle,
  visitBundleItems,
} from '@satchel/api-client/contract/bundles';
import { listFileShares } from '@satchel/api-client/contract/file-shares';
import { createMount } from '@satchel/api-client/contract/mounts';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../test/share-systems.ts';
import type { TestServer } from '../../../test/start-server.ts';
import { listStorage, uploadFile } from '../../../test/upload-files.ts';

const { file_share, mount_view } = PERMISSION_FLAGS;
type NewBundle = EndpointInput<typeof createBundle>['body'];

describe.each(SHARE_SYSTEMS)('bundles on %s with %s (CONTRACT A7)', (database, store) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startShareServer([database, store]);
    const { id } = await server.prisma.storageConfig.findFirstOrThrow({
      where: { isDefault: true },
    });
    const body = {
      name: 'm',
      mount_path: '/m',
      storage_type: 'S3' as const,
      storage_config_id: id,
    };
    await server.api.call(createMount, { body: { ...body, cache_ttl: 0 } });
    await server.prisma.storageConfig.updateMany({ data: { isPublic: true } });
    await server.forget();
  });
  afterAll(() => server.close());

  const make = (body: object = {}, api = server.api) =>
    api.call(createBundle, { body: body as NewBundle });
  const upload = (bundle_id: string, relative_path: string, content = relative_path) =>
    uploadFile(server.api, content, { bundle_id, relative_path, filename: 'x.txt' });
  const visit = async (slug: string) => {
    const visited = await server.anonymous.call(viewBundle, { params: { slug }, query: {} });
    return visited.grant ?? '';
  };
  const itemsOf = async (slug: string, grant: string, query: object = {}) =>
    server.anonymous.call(visitBundleItems, { params: { slug }, query: { grant, ...query } });
  const namesOf = async (slug: string, grant: string, query: object = {}) =>
    (await itemsOf(slug, grant, query)).items.map(({ path }) => path);
  const read = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { headers });
  const fileOf = (slug: string, path: string, grant: string, more = '') =>
    read(`/api/bundle-file/${slug}/${encodeURI(path)}?grant=${encodeURIComponent(grant)}${more}`);
  const putMounted = async (path: string, content = path) => {
    const reply = await fetch(`${server.url}/api/fs/update`, {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ path, content }),
    });
    expect([path, reply.status]).toEqual([path, 200]);
  };
  const errorOf = async (reply: Response) => [
    reply.status,
    ((await reply.json()) as { error: string }).error,
  ];
  const failed = (call: Promise<unknown>) =>
    call.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  it('is open at once, takes uploads at their paths, and is one link to all of them', async () => {
    const bundle = await make({ title: 'Holiday', message: 'See you', sender: 'Ada' });
    expect(bundle).toMatchObject({
      state: 'receiving',
      share_url: `${server.url}/share/${bundle.slug}`,
      item_count: 0,
    });
    const peek = { params: { slug: bundle.slug }, query: { peek: 1 as const } };
    expect(await server.anonymous.call(viewBundle, peek)).toMatchObject({ title: 'Holiday' });
    const first = await upload(bundle.id, 'a/b/10.txt');
    expect(first).toMatchObject({
      slug: '',
      relative_path: 'a/b/10.txt',
      share_url: bundle.share_url,
    });
    for (const path of ['a/b/2.txt', 'z.txt', 'A/top.txt']) await upload(bundle.id, path);
    // A taken name gets a number, whatever its case.
    expect((await upload(bundle.id, 'Z.TXT', 'other')).relative_path).toBe('Z (1).TXT');
    const grant = await visit(bundle.slug);
    expect(await namesOf(bundle.slug, grant)).toEqual(['a', 'Z (1).TXT', 'z.txt']);
    expect(await namesOf(bundle.slug, grant, { path: 'a' })).toEqual(['a/b', 'a/top.txt']);
    expect(await namesOf(bundle.slug, grant, { path: 'a/b' })).toEqual(['a/b/2.txt', 'a/b/10.txt']);
    const page = await itemsOf(bundle.slug, grant, { limit: 2 });
    expect(page.items.map(({ path }) => path)).toEqual(['a', 'Z (1).TXT']);
    expect(await namesOf(bundle.slug, grant, { limit: 2, cursor: page.next_cursor })).toEqual([
      'z.txt',
    ]);
    const complete = await server.api.call(completeBundle, { params: { id: bundle.id } });
    expect(complete).toMatchObject({ state: 'complete', item_count: 5 });
    expect((await upload(bundle.id, 'later.txt')).relative_path).toBe('later.txt');
    // Items are no shares of their own.
    const { data } = await server.api.call(listFileShares, { query: {} });
    expect(data.files).toEqual([]);
  });

  it('is a zip that is resumed at any byte, and serves files in ranges', async () => {
    const bundle = await make({ title: 'Zip 11/27' });
    await upload(bundle.id, 'd/one.txt', 'one');
    await upload(bundle.id, 'd/日记.txt', 'two'.repeat(1000));
    const grant = encodeURIComponent(await visit(bundle.slug));
    const address = `/api/bundle-archive/${bundle.slug}?grant=${grant}`;
    const whole = await read(address);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(whole.headers.get('content-length')).toBe(String(bytes.length));
    expect(whole.headers.get('content-disposition')).toContain('"Zip 11_27.zip"');
    const entries = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
    const texts = await Promise.all(
      entries.map(async (entry) => [
        entry.filename,
        entry.directory ? null : await entry.getData?.(new TextWriter(), { checkSignature: true }),
      ]),
    );
    expect(Object.fromEntries(texts)).toEqual({
      'd/': null,
      'd/one.txt': 'one',
      'd/日记.txt': 'two'.repeat(1000),
    });
    const etag = whole.headers.get('etag') ?? '';
    for (const start of [1, 40, bytes.length - 30]) {
      const rest = await read(address, { range: `bytes=${start}-`, 'if-range': etag });
      expect(rest.status).toBe(206);
      expect(new Uint8Array(await rest.arrayBuffer())).toEqual(bytes.slice(start));
    }
    for (const path of [address, `/api/bundle-file/${bundle.slug}/d/one.txt?grant=${grant}`]) {
      const other = await read(path, { range: 'bytes=1-', 'if-match': '"of another version"' });
      expect([other.status, other.headers.get('content-range')], path).toEqual([412, null]);
      const current = (await read(path)).headers.get('etag') ?? '';
      expect((await read(path, { 'if-match': current })).status, path).toBe(200);
    }
    const part = await read(`/api/bundle-file/${bundle.slug}/d/one.txt?grant=${grant}`, {
      range: 'bytes=1-1',
    });
    expect([part.status, await part.text()]).toEqual([206, 'n']);
    const download = await fileOf(
      bundle.slug,
      'd/one.txt',
      await visit(bundle.slug),
      '&download=1',
    );
    expect(download.headers.get('content-disposition')).toContain('attachment');
    expect(
      await errorOf(await read(`${address}&path=none`, { accept: 'application/json' })),
    ).toEqual([404, 'bundles.item_not_found']);
  });

  it('counts visits, not files, and tells nothing before its password (SECURITY 5)', async () => {
    const bundle = await make({ title: 'T', message: 'M', password: 'right', max_views: 2 });
    await upload(bundle.id, 'a.txt');
    const params = { slug: bundle.slug };
    const locked = await server.anonymous.call(viewBundle, { params, query: {} });
    expect(locked).toMatchObject({ requires_password: true, message: null, views: 0 });
    expect(locked.grant).toBeUndefined();
    const unlock = (password: string) =>
      server.anonymous.call(unlockBundle, { params, body: { password } });
    expect(await failed(unlock('wrong'))).toBe('bundles.wrong_password');
    const { grant = '' } = await unlock('right');
    for (let count = 0; count < 3; count += 1) {
      const reply = await fileOf(bundle.slug, 'a.txt', grant);
      expect(await reply.text()).toBe('a.txt');
      // The ETag of the storage is mostly the MD5 of the bytes.
      expect(reply.headers.get('etag')).toMatch(/^"[\w-]{43}"$/);
    }
    for (const path of [
      `/api/bundle-file/${bundle.slug}/a.txt`,
      `/api/bundle-archive/${bundle.slug}`,
      `/api/public/bundles/${bundle.slug}/items`,
      `/api/public/bundles/${bundle.slug}/events`,
    ]) {
      const reply = await read(path, { accept: 'application/json' });
      expect(await errorOf(reply)).toEqual([401, 'bundles.password_required']);
    }
    const races = await Promise.all(Array.from({ length: 20 }, () => failed(unlock('right'))));
    expect(races.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(await failed(unlock('right'))).toBe('bundles.used_up');
    // A grant is valid for an hour, also that of the last visit.
    expect((await fileOf(bundle.slug, 'a.txt', grant)).status).toBe(200);
    await server.api.call(updateBundle, { params: { id: bundle.id }, body: { password: 'new' } });
    expect((await fileOf(bundle.slug, 'a.txt', grant)).status).toBe(410);
  });

  it('shows its figures to the last visit, which others no longer see', async () => {
    const bundle = await make({ max_views: 1, password: 'right', message: 'Hello' });
    const params = { slug: bundle.slug };
    const { grant = '' } = await server.anonymous.call(unlockBundle, {
      params,
      body: { password: 'right' },
    });
    await upload(bundle.id, 'late.txt', 'late');
    const look = (query: object) => server.anonymous.call(viewBundle, { params, query });
    expect(await look({ peek: true, grant })).toMatchObject({
      ...{ item_count: 1, total_size: 4, views: 1, message: 'Hello', grant, isLastView: true },
      requires_password: false,
    });
    expect(await failed(look({ peek: true }))).toBe('bundles.used_up');
    expect(await failed(look({ peek: true, grant: `${grant}x` }))).toBe('bundles.used_up');
    expect(await failed(look({ grant }))).toBe('bundles.used_up');
    await server.api.call(updateBundle, { params: { id: bundle.id }, body: { title: 'Other' } });
    expect(await failed(look({ peek: true, grant }))).toBe('bundles.used_up');
  });

  /** Follows events. `until` waits for a text, and returns all that has come since the last one. */
  const follow = async (address: string) => {
    const { headers, body } = await read(address);
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string) => {
      while (!text.includes(part)) {
        const { value, done = true } = (await reader?.read()) ?? {};
        if (done) throw new Error(`the events ended before ${part}`);
        text += value;
      }
      const come = text;
      text = '';
      return come;
    };
    const isOver = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return true;
    };
    return { headers, until, isOver, cancel: async () => reader?.cancel() };
  };

  it('says when something has changed in the folder that it shows', async () => {
    await putMounted('/m/live/f/a.txt');
    const { slug } = await make({ path: '/m/live/f' });
    const grant = await visit(slug);
    const address = `/api/public/bundles/${slug}/events?grant=${encodeURIComponent(grant)}`;
    const { until, cancel } = await follow(address);
    await until('event: complete');
    await putMounted('/m/live/f/sub/b.txt');
    await until('event: changed');
    await fetch(`${server.url}/api/fs/batch-remove`, {
      method: 'DELETE',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ paths: ['/m/live/f/a.txt'] }),
    });
    await until('event: changed');
    await cancel();
  });

  it('ends the events with the grant, whenever they were opened (SECURITY 27)', async () => {
    const { slug } = await make();
    const grant = await visit(slug);
    const minutes = (count: number) => server.moveClock(count * 60_000);
    minutes(59);
    const address = `/api/public/bundles/${slug}/events?grant=${encodeURIComponent(grant)}`;
    const { until, isOver } = await follow(address);
    await until('following');
    minutes(2);
    expect(await isOver()).toBe(true);
    minutes(-61);
  });

  it('shows what is coming, and says what arrives', async () => {
    const bundle = await make();
    const announce = (sent: number) =>
      server.api.call(announceBundleFiles, {
        params: { id: bundle.id },
        body: { items: [{ path: 'd/a.txt', size: 7, sent }] },
      });
    await announce(0);
    const grant = await visit(bundle.slug);
    expect(await namesOf(bundle.slug, grant)).toEqual(['d']);
    expect(await namesOf(bundle.slug, grant, { path: 'd' })).toEqual([]);
    const [coming] = (await itemsOf(bundle.slug, grant, { coming: true })).items;
    expect(coming).toMatchObject({ path: 'd/a.txt', state: 'coming', size: 7, sent: 0 });
    const address = `/api/public/bundles/${bundle.slug}/events?grant=${encodeURIComponent(grant)}`;
    const { until, headers, cancel } = await follow(address);
    expect(headers.get('content-type')).toContain('text/event-stream');
    await announce(3);
    expect(await until('event: progress')).toContain('"sent":3');
    await upload(bundle.id, 'd/a.txt', 'arrived');
    await until('event: item');
    await server.api.call(completeBundle, { params: { id: bundle.id } });
    await until('event: complete');
    await cancel();
    expect(await namesOf(bundle.slug, grant, { path: 'd' })).toEqual(['d/a.txt']);
    expect(await namesOf(bundle.slug, grant, { coming: true })).toEqual([]);
  });

  it('announces many files in one call, and every name gets a place', async () => {
    const bundle = await make();
    await upload(bundle.id, 'Sea/note', 'stored');
    const announce = (paths: readonly string[]) =>
      server.api.call(announceBundleFiles, {
        params: { id: bundle.id },
        body: { items: paths.map((path) => ({ path, size: 1 })) },
      });
    const many = Array.from({ length: 990 }, (_, at) => `day ${at % 9}/n/${at}.txt`);
    await announce([
      ...many,
      'sea/a.txt',
      'Sea/b.txt',
      'Sea/note/c.txt',
      'one',
      'ONE',
      'one/d.txt',
    ]);
    await announce(many);
    const grant = await visit(bundle.slug);
    const coming: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const query = { coming: true, limit: 1000, ...(cursor && { cursor }) };
      const page = await itemsOf(bundle.slug, grant, query);
      coming.push(...page.items.map(({ path }) => path));
      cursor = page.next_cursor ?? undefined;
    }
    const others = ['Sea/a.txt', 'Sea/b.txt', 'Sea/note (1)/c.txt', 'one', 'one (1)/d.txt'];
    expect(coming.toSorted()).toEqual([...many, ...others].toSorted());
    expect(await namesOf(bundle.slug, grant)).toHaveLength(9 + 2);
  });

  it('shows a folder of a mount as it is, follows a rename, and ends with its creator', async () => {
    await putMounted('/m/team/f/a.txt');
    await putMounted('/m/team/f/sub/b.txt');
    const key = await server.createApiKey({
      permissions: file_share | mount_view,
      basePath: '/m/team',
    });
    expect(await failed(make({ path: '/m' }, key.api))).toBe('auth.outside_base_path');
    expect(await failed(make({ path: '/m/team/none' }, key.api))).toBe('file_system.not_found');
    const weak = await server.createApiKey({ permissions: file_share, basePath: '/m/team' });
    expect(await failed(make({ path: '/m/team/f' }, weak.api))).toBe('auth.forbidden');
    const bundle = await make({ path: '/m/team/f' }, key.api);
    expect(bundle).toMatchObject({ is_folder: true, state: 'complete', path: '/m/team/f' });
    const grant = await visit(bundle.slug);
    expect(await namesOf(bundle.slug, grant)).toEqual(['sub', 'a.txt']);
    expect(await (await fileOf(bundle.slug, 'sub/b.txt', grant)).text()).toBe(
      '/m/team/f/sub/b.txt',
    );
    expect((await fileOf(bundle.slug, '../secret.txt', grant)).status).toBe(404);
    await putMounted('/m/team/f/at 10:30?.txt', 'odd');
    expect(await namesOf(bundle.slug, grant)).toEqual(['sub', 'a.txt', 'at 10:30?.txt']);
    const odd = `${encodeURIComponent('at 10:30?.txt')}?grant=${encodeURIComponent(grant)}`;
    expect(await (await read(`/api/bundle-file/${bundle.slug}/${odd}`)).text()).toBe('odd');
    const archive = await read(
      `/api/bundle-archive/${bundle.slug}?grant=${encodeURIComponent(grant)}`,
    );
    expect(archive.status).toBe(200);
    await archive.arrayBuffer();
    await fetch(`${server.url}/api/fs/rename`, {
      method: 'POST',
      headers: { authorization: server.authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ oldPath: '/m/team/f/', newPath: '/m/team/renamed/' }),
    });
    expect(await namesOf(bundle.slug, grant)).toContain('a.txt');
    await server.prisma.apiKey.update({ where: { id: key.id }, data: { basicPath: '/elsewhere' } });
    const gone = await read(`/api/public/bundles/${bundle.slug}`);
    expect(await errorOf(gone)).toEqual([410, 'bundles.folder_gone']);
    const file = await read(
      `/api/bundle-file/${bundle.slug}/a.txt?grant=${encodeURIComponent(grant)}`,
      { accept: 'application/json' },
    );
    expect(file.status).toBe(410);
  });

  it('takes existing shares and files of mounts, and removes nothing that is not its own', async () => {
    await putMounted('/m/kept/in-place.txt');
    const share = await uploadFile(server.api, 'shared', { filename: 'shared.txt' });
    const bundle = await make();
    const added = await server.api.call(addBundleItems, {
      params: { id: bundle.id },
      body: { file_ids: [share.id, 'unknown'], paths: ['/m/kept/'] },
    });
    expect(added.paths).toEqual(['shared.txt', 'kept/in-place.txt']);
    expect(added.failed.map(({ id }) => id)).toEqual(['unknown']);
    // A call whose reply was lost is sent again, and adds nothing twice.
    const again = await server.api.call(addBundleItems, {
      params: { id: bundle.id },
      body: { file_ids: [share.id, share.id], paths: ['/m/kept/'] },
    });
    expect(again.paths).toEqual(['shared.txt', 'shared.txt', 'kept/in-place.txt']);
    await upload(bundle.id, 'own.txt');
    const grant = await visit(bundle.slug);
    expect(await (await fileOf(bundle.slug, 'shared.txt', grant)).text()).toBe('shared');
    const before = await listStorage(server);
    const removed = await server.api.call(removeBundleItems, {
      params: { id: bundle.id },
      body: { paths: ['kept', 'shared.txt', 'none'] },
    });
    expect(removed).toMatchObject({ success: 2, failed: [{ id: 'none' }] });
    expect(await namesOf(bundle.slug, grant)).toEqual(['own.txt']);
    expect((await listStorage(server)).keys).toEqual(before.keys);
    // Its own link still works.
    expect(await (await read(`/api/file-view/${share.slug}`)).text()).toBe('shared');
    const deleted = await server.api.call(deleteBundles, { body: { ids: [bundle.id] } });
    expect(deleted.success).toBe(1);
    expect((await listStorage(server)).keys).toHaveLength(before.keys.length - 1);
    expect((await read(`/api/public/bundles/${bundle.slug}`)).status).toBe(404);
  });

  it('replaces an item with override, and leaves no object of the old one', async () => {
    const bundle = await make();
    await upload(bundle.id, 'a/x.txt', 'old');
    const before = await listStorage(server);
    const options = { bundle_id: bundle.id, relative_path: 'a/x.txt', override: true };
    const replaced = await uploadFile(server.api, 'new', { ...options, filename: 'x.txt' });
    expect(replaced.relative_path).toBe('a/x.txt');
    const grant = await visit(bundle.slug);
    expect(await namesOf(bundle.slug, grant, { path: 'a' })).toEqual(['a/x.txt']);
    expect(await (await fileOf(bundle.slug, 'a/x.txt', grant)).text()).toBe('new');
    expect((await listStorage(server)).keys).toHaveLength(before.keys.length);
  });

  it.each([
    ['a_b', 'axb'],
    ['a%b', 'aXXb'],
    ['a', 'a.b'],
  ])('removes the folder %s, and nothing of its neighbour %s', async (folder, neighbour) => {
    const bundle = await make();
    await upload(bundle.id, `${folder}/sub/x.txt`);
    await upload(bundle.id, `${neighbour}/sub/y.txt`);
    const params = { id: bundle.id };
    await server.api.call(removeBundleItems, { params, body: { paths: [folder] } });
    const grant = await visit(bundle.slug);
    expect(await namesOf(bundle.slug, grant)).toEqual([neighbour]);
    const path = `${neighbour}/sub/y.txt`;
    expect(await (await fileOf(bundle.slug, path, grant)).text()).toBe(path);
  });

  it('tells the secret of a webhook once, also of one that comes later', async () => {
    const bundle = await make();
    expect(bundle.notify_secret).toBeNull();
    const change = (notify_url: string | null) =>
      server.api.call(updateBundle, { params: { id: bundle.id }, body: { notify_url } });
    const url = 'https://93.184.215.14/hook';
    expect((await change(url)).notify_secret).toMatch(/^whsec_/);
    expect(await change(url)).toMatchObject({ notify_url: url, notify_secret: null });
    expect(await change(null)).toMatchObject({ notify_url: null, notify_secret: null });
  });

  it.each(['../x', '/etc/x', 'a//b', 'a\\b'])('refuses the path %j (SECURITY 27)', async (path) => {
    const bundle = await make();
    expect(await failed(upload(bundle.id, path, 'x'))).toBe('bundles.path_invalid');
    expect(await server.prisma.objectWrite.count()).toBe(0);
  });

  it('belongs to its creator alone (SPEC 6, SECURITY 7)', async () => {
    const [one, two] = [
      await server.createApiKey({ permissions: file_share }),
      await server.createApiKey({ permissions: file_share }),
    ];
    const bundle = await make({ title: 'mine' }, one.api);
    const params = { id: bundle.id };
    expect((await one.api.call(listBundles, { query: {} })).data.bundles).toHaveLength(1);
    expect((await two.api.call(listBundles, { query: {} })).data.bundles).toEqual([]);
    expect(await failed(two.api.call(getBundle, { params }))).toBe('bundles.not_found');
    const intrusion = uploadFile(two.api, 'x', { bundle_id: bundle.id });
    expect(await failed(intrusion)).toBe('bundles.not_found');
    const { success } = await two.api.call(deleteBundles, { body: { ids: [bundle.id] } });
    expect(success).toBe(0);
    const found = await server.api.call(listBundles, {
      query: { search: 'mine', state: 'receiving' },
    });
    expect(found.data.bundles.map(({ id }) => id)).toEqual([bundle.id]);
    expect(await failed(make({ slug: bundle.slug }))).toBe('shares.slug_taken');
    expect(await failed(make({ slug: 'share' }))).toBe('shares.slug_reserved');
  });
});
