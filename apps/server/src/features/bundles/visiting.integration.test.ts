import { updateApiKey } from '@satchel/api-client/contract/api-keys';
import {
  addBundleItems,
  createBundle,
  getBundle,
  updateBundle,
  viewBundle,
  visitBundleItems,
} from '@satchel/api-client/contract/bundles';
import { listMounts, updateMount } from '@satchel/api-client/contract/mounts';
import type { EndpointInput } from '@satchel/api-client/endpoint';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useStorage } from '../../../test/mounted-storage.ts';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadFile } from '../../../test/upload-files.ts';
import { vary } from '../../../test/vary.ts';
import { createShareCards } from '../../share-cards.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const { file_share, mount_view } = PERMISSION_FLAGS;
type NewBundle = EndpointInput<typeof createBundle>['body'];

const DOT = { create: { width: 4, height: 4, channels: 3, background: 'teal' } } as const;

/** Programs that fetch a link to show a preview of it where somebody has pasted it. */
const CRAWLERS = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'WhatsApp/2.24.6.77 A',
  'TelegramBot (like TwitterBot)',
];

describe.each(DATABASE)('visits of bundles on %s (CONTRACT A7)', (database) => {
  let server: TestServer;
  let put: (path: string, content: string) => Promise<unknown>;
  beforeAll(async () => {
    server = await startServer(database);
    const storage = await useStorage(server);
    await storage.mount('/m', {});
    put = storage.put;
  });
  afterAll(() => server.close());

  const make = async (
    options: Partial<NewBundle> = {},
    files: readonly string[] = ['a/x.html'],
  ) => {
    const bundle = await server.api.call(createBundle, { body: options as NewBundle });
    for (const path of files) {
      const place = { bundle_id: bundle.id, relative_path: path };
      await uploadFile(server.api, `content of ${path}`, { ...place, filename: 'x.html' });
    }
    return bundle;
  };
  const visit = async (slug: string) =>
    (await server.anonymous.call(viewBundle, { params: { slug }, query: {} })).grant ?? '';
  const viewsOf = async (id: string) =>
    (await server.api.call(getBundle, { params: { id } })).views;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', ...init });
  const download = async (slug: string, path: string, init?: RequestInit) => {
    const query = new URLSearchParams({ grant: await visit(slug), download: '1' });
    return ask(`/api/bundle-file/${slug}/${path}?${query}`, init);
  };

  describe('a download of one file', () => {
    it('comes from the storage where the bundle does not use the proxy', async () => {
      const { slug } = await make({ use_proxy: false });
      const reply = await download(slug, 'a/x.html', { headers: { range: 'bytes=3-' } });
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([307, 'no-store']);
      const url = new URL(reply.headers.get('location') ?? '');
      expect(Number(url.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(3600);
      const stored = await fetch(url);
      expect(await stored.text()).toBe('content of a/x.html');
      expect(stored.headers.get('content-disposition')).toMatch(/^attachment; .*x\.html/);
      expect(stored.headers.get('content-type')).not.toContain('html');
    });

    it('ends with the bundle, in the storage too', async () => {
      const { slug } = await make({ use_proxy: false, expires_in: 0.1 });
      const { headers } = await download(slug, 'a/x.html');
      const seconds = new URL(headers.get('location') ?? '').searchParams.get('X-Amz-Expires');
      expect(Number(seconds)).toBeLessThanOrEqual(360);
    });

    it.each([
      ['with the proxy', { use_proxy: true }],
      ['with a limit', { use_proxy: false, max_views: 5 }],
    ])('goes through the server %s', async (_title, options) => {
      const { slug } = await make(options);
      const reply = await download(slug, 'a/x.html');
      expect([reply.status, await reply.text()]).toEqual([200, 'content of a/x.html']);
    });

    it('goes through the server for files of mounts, whose rights may end', async () => {
      await put('f/in-place.txt', 'in place');
      const folder = await make({ path: '/m/f', use_proxy: false }, []);
      const mixed = await make({ use_proxy: false }, []);
      const body = { paths: ['/m/f/in-place.txt'] };
      await server.api.call(addBundleItems, { params: { id: mixed.id }, body });
      for (const { slug } of [folder, mixed]) {
        const reply = await download(slug, 'in-place.txt');
        expect([reply.status, await reply.text()]).toEqual([200, 'in place']);
      }
    });

    it('is here for HEAD, and to look at', async () => {
      const { id, slug } = await make({ use_proxy: false });
      expect((await download(slug, 'a/x.html', { method: 'HEAD' })).status).toBe(200);
      const views = await viewsOf(id);
      const shown = await ask(`/api/bundle-file/${slug}/a/x.html`);
      expect([shown.status, await shown.text()]).toEqual([200, 'content of a/x.html']);
      // A file that is read without a grant costs a visit, also if the storage sends it.
      expect((await ask(`/api/bundle-file/${slug}/a/x.html?download=1`)).status).toBe(307);
      expect(await viewsOf(id)).toBe(views + 2);
    });
  });

  it('adds a folder with everything below it, and not what is reserved', async () => {
    for (const path of ['tree/1.txt', 'tree/a/2.txt', 'tree/a/b/3.txt', 'treetop.txt']) {
      await put(path, path);
    }
    const { id, slug } = await make({}, []);
    const added = await server.api.call(addBundleItems, {
      params: { id },
      body: { paths: ['/m/tree', '/m/none'] },
    });
    expect(added.paths.toSorted()).toEqual(['tree/1.txt', 'tree/a/2.txt', 'tree/a/b/3.txt']);
    expect(added.failed.map(({ id: path }) => path)).toEqual(['/m/none']);
    const reply = await download(slug, 'tree/a/b/3.txt');
    expect(await reply.text()).toBe('tree/a/b/3.txt');
    // Uploads of shares are in the same bucket, below `.satchel/`.
    await make();
    const whole = await server.api.call(addBundleItems, {
      params: { id: (await make({}, [])).id },
      body: { paths: ['/m'] },
    });
    expect(whole.paths).toContain('m/treetop.txt');
    expect(whole.paths.filter((path) => path.includes('.satchel'))).toEqual([]);
  });

  it('serves all files of a folder, however others have spelled their names', async () => {
    const names = [
      'cafe\u0301/re\u0301.txt',
      'Caf\u00e9/r\u00e9.txt',
      'sp /x ',
      'dot./y.',
      'q"?*:|.txt',
      '%2e#',
      'n\u00e9',
      'ne\u0301',
    ];
    for (const name of names) await put(`odd/${name}`, name);
    const { slug } = await make({ path: '/m/odd' }, []);
    const grant = await visit(slug);
    const params = { slug };
    const read: string[] = [];
    const walk = async (path: string) => {
      const { items } = await server.anonymous.call(visitBundleItems, {
        params,
        query: { grant, path },
      });
      for (const item of items) {
        if (item.isDirectory) await walk(item.path);
        else {
          const encoded = item.path.split('/').map(encodeURIComponent).join('/');
          const reply = await ask(
            `/api/bundle-file/${slug}/${encoded}?grant=${encodeURIComponent(grant)}`,
          );
          read.push(await reply.text());
        }
      }
    };
    await walk('');
    expect(read.toSorted()).toEqual(names.toSorted());
    const query = new URLSearchParams({ grant, path: 'cafe\u0301' });
    expect((await ask(`/api/bundle-archive/${slug}?${query}`)).status).toBe(200);
  });

  it('ends a shared folder at once when the base path of its key moves (SECURITY 27)', async () => {
    await put('team/f/a.txt', 'a');
    const key = await server.createApiKey({
      permissions: file_share | mount_view,
      basePath: '/m/team',
    });
    const body = { path: '/m/team/f' } as NewBundle;
    const { slug } = await key.api.call(createBundle, { body });
    const grant = await visit(slug);
    const params = { slug };
    const items = () =>
      server.anonymous.call(visitBundleItems, { params, query: { grant } }).then(
        ({ items: found }) => found.map(({ path }) => path),
        (error: { code: string }) => error.code,
      );
    expect(await items()).toEqual(['a.txt']);
    const move = (basic_path: string) =>
      server.api.call(updateApiKey, { params: { id: key.id }, body: { basic_path } });
    await move('/m/other');
    expect(await items()).toBe('bundles.folder_gone');
    for (const [path, status] of [
      [`/api/public/bundles/${slug}`, 410],
      [`/api/bundle-archive/${slug}?grant=${encodeURIComponent(grant)}`, 410],
      [`/api/bundle-file/${slug}/a.txt?grant=${encodeURIComponent(grant)}`, 410],
    ] as const) {
      expect([path, (await ask(path)).status]).toEqual([path, status]);
    }
    await move('/m/team');
    expect(await items()).toEqual(['a.txt']);
  });

  it('ends a shared folder while its mount is off, for files as for lists', async () => {
    await put('off/a.txt', 'a');
    const { slug } = await make({ path: '/m/off' }, []);
    const grant = encodeURIComponent(await visit(slug));
    const [mount] = await server.api.call(listMounts, {});
    const setActive = (is_active: boolean) =>
      server.api.call(updateMount, { params: { id: mount?.id ?? '' }, body: { is_active } });
    const statusOf = async (path: string) => (await ask(path)).status;
    await setActive(false);
    expect(await statusOf(`/api/bundle-file/${slug}/a.txt?grant=${grant}`)).toBe(410);
    expect(await statusOf(`/api/bundle-archive/${slug}?grant=${grant}`)).toBe(410);
    await setActive(true);
    expect(await statusOf(`/api/bundle-file/${slug}/a.txt?grant=${grant}`)).toBe(200);
    expect(await statusOf(`/api/bundle-file/${slug}/none?grant=${grant}`)).toBe(404);
  });

  it('share a folder of a mount, not a level above mounts, which would show later mounts', async () => {
    const error = await make({ path: '/' }, []).catch(({ code }: { code: string }) => code);
    expect(error).toBe('file_system.not_found');
  });

  it('are not spent by the thumbnails of a page, whose addresses show nothing else', async () => {
    const { id, slug } = await make({}, []);
    const update = (body: EndpointInput<typeof updateBundle>['body']) =>
      server.api.call(updateBundle, { params: { id }, body });
    const picture = new Uint8Array(await sharp(DOT).png().toBuffer());
    for (const name of ['1.png', '2.png', '3.png', 'notes.txt']) {
      const place = { bundle_id: id, filename: name };
      await uploadFile(server.api, name.endsWith('.png') ? picture : 'notes', place);
    }
    const describeLink = createShareCards(server.services);
    const { plain } = (await describeLink(`/share/${slug}`, 'en')) ?? {};
    expect(plain?.links?.map(({ text }) => text)).toEqual(['notes.txt']);
    expect(plain?.pictures?.map(({ path }) => path)).toEqual(['1.png', '2.png', '3.png']);
    const src = plain?.pictures?.[0]?.src ?? '';
    const shown = await ask(src);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await viewsOf(id)).toBe(0);

    // The grant of a thumbnail does not replace a visit: reading the file or the list with it counts one.
    const grant = new URL(src, server.url).searchParams.get('grant') ?? '';
    const addresses = [
      src.replace('thumbnail=256&', ''),
      `/api/bundle-archive/${slug}?grant=${grant}`,
      `/api/public/bundles/${slug}/items?grant=${grant}`,
    ];
    for (const [index, address] of addresses.entries()) {
      const reply = await ask(address);
      await reply.arrayBuffer();
      expect([address, reply.status, await viewsOf(id)]).toEqual([address, 200, index + 1]);
    }
    await update({ password: 'sesame' });
    expect((await ask(src)).ok).toBe(false);
    await update({ password: '', max_views: 9 });
    expect((await describeLink(`/share/${slug}`, 'en'))?.plain).toBeUndefined();
    // A page that a browser has kept does not cost a visit for each of its thumbnails.
    const views = await viewsOf(id);
    expect((await ask(src)).status).toBe(404);
    expect(await viewsOf(id)).toBe(views);
  });

  it('have the length of GET in the reply to HEAD, or none (RFC 9110 8.6)', async () => {
    const { slug } = await make({ title: 'Measured' });
    const headersOf = async (path: string, method: string) => {
      const { status, headers } = await ask(path, { method });
      return { status, type: headers.get('content-type'), length: headers.get('content-length') };
    };
    const path = `/api/public/bundles/${slug}`;
    for (const each of [path, `${path}?peek=1`]) {
      const [head, get] = [await headersOf(each, 'HEAD'), await headersOf(each, 'GET')];
      expect(head).toEqual({ ...get, length: each === path ? null : get.length });
    }
  });

  it.each(CRAWLERS)('are not spent by the link preview of %s', async (agent) => {
    const { id, slug } = await make({ max_views: 1, title: 'Once' });
    const describeLink = createShareCards(server.services);
    expect(await describeLink(`/share/${slug}`, 'en')).toMatchObject({ title: 'Once' });
    const headers = { 'user-agent': agent, accept: '*/*' };
    const peeks = [
      [`/share/${slug}`, 'GET'],
      [`/share/${slug}`, 'HEAD'],
      [`/api/public/bundles/${slug}?peek=1`, 'GET'],
      [`/api/public/bundles/${slug}`, 'HEAD'],
      [`/api/bundle-file/${slug}/a/x.html`, 'HEAD'],
      [`/api/bundle-archive/${slug}`, 'HEAD'],
    ] as const;
    for (const [path, method] of peeks) {
      await (await ask(path, { method, headers })).arrayBuffer();
      expect([path, await viewsOf(id)]).toEqual([path, 0]);
    }
    expect(await visit(slug)).not.toBe('');
  });
});
