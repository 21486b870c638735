import {
  createTextShare,
  getTextShare,
  unlockTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const HOUR_MS = 3_600_000;
const READERS = 200;

describe.each(DATABASE)('viewing text shares on %s (CONTRACT A3)', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const create = (body: { password?: string; maxViews?: number; expiresAt?: string } = {}) =>
    server.api.call(createTextShare, { body: { content: 'the text', ...body } });
  const view = (slug: string, query = {}) =>
    server.anonymous.call(viewTextShare, { params: { slug }, query });
  const unlock = (slug: string, password: string) =>
    server.anonymous.call(unlockTextShare, { params: { slug }, body: { password } });
  const raw = (slug: string, init: RequestInit = {}, search = '') =>
    fetch(`${server.url}/api/raw/${slug}${search}`, init);
  const viewsOf = async (id: string) =>
    (await server.api.call(getTextShare, { params: { id } })).views;

  it('shows the text and counts the view', async () => {
    const { id, slug } = await create();
    const first = await view(slug);
    expect(first).toMatchObject({ content: 'the text', views: 1, isLastView: false });
    await raw(slug);
    expect(await viewsOf(id)).toBe(2);
  });

  it('never shows fewer views than before, also after they were written (CONTRACT F3)', async () => {
    const { id, slug } = await create();
    const shown = [(await view(slug)).views, (await view(slug)).views];
    // Reading the row writes the pending views.
    expect(await viewsOf(id)).toBe(2);
    shown.push((await view(slug)).views);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('shows the views of just now also to who only peeks or has yet to give the password (CONTRACT A3, F3)', async () => {
    const { slug } = await create();
    await view(slug);
    await view(slug);
    expect(await view(slug, { peek: 1 })).toMatchObject({ views: 2 });
    const { slug: locked } = await create({ password: 'sesame' });
    await unlock(locked, 'sesame');
    for (const query of [{}, { peek: 1 }]) {
      expect(await view(locked, query)).toMatchObject({ views: 1, requiresPassword: true });
    }
  });

  it('shows no text of a protected share, and counts nothing, until the password is right', async () => {
    const { id, slug } = await create({ password: 'sesame' });
    const locked = await view(slug);
    expect(locked).toMatchObject({ requiresPassword: true, hasPassword: true });
    expect(locked).not.toHaveProperty('content');
    await expect(unlock(slug, 'wrong')).rejects.toMatchObject({
      code: 'text_shares.wrong_password',
      status: 401,
    });
    expect(await viewsOf(id)).toBe(0);
    const opened = await unlock(slug, 'sesame');
    expect(opened).toMatchObject({ content: 'the text', views: 1 });
    expect(JSON.stringify(opened)).not.toMatch(/sesame|argon2/);
  });

  it('refuses a password where there is none to ask for, and a missing one', async () => {
    const { slug } = await create();
    await expect(unlock(slug, 'x')).rejects.toMatchObject({ code: 'text_shares.no_password' });
    await expect(unlock(slug, '')).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(unlock('nowhere', 'x')).rejects.toMatchObject({ code: 'text_shares.not_found' });
  });

  it('sends raw text under headers that let it do nothing (SECURITY 4)', async () => {
    const { slug } = await create();
    const response = await raw(slug);
    expect(await response.text()).toBe('the text');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `inline; filename="${slug}.txt"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
  });

  it('takes the password of raw text from header or query, and counts both (CONTRACT A5)', async () => {
    const { id, slug } = await create({ password: 'sésame &' });
    const none = await raw(slug);
    expect([none.status, await none.text()]).toEqual([401, 'This text share needs a password\n']);
    expect((await raw(slug, {}, '?password=wrong')).status).toBe(401);
    expect((await raw(slug, {}, `?password=${encodeURIComponent('sésame &')}`)).status).toBe(200);
    const { slug: other } = await create({ password: 'plain' });
    expect((await raw(other, { headers: { 'x-share-password': 'plain' } })).status).toBe(200);
    expect(await viewsOf(id)).toBe(1);
  });

  it.each([
    ['curl, in UTF-8', '密码 é', Buffer.from('密码 é').toString('latin1')],
    ['a browser, in Latin-1', 'pässword', 'pässword'],
  ])('reads the password as %s sends it in a header (CONTRACT A5)', async (_, password, header) => {
    const { slug } = await create({ password });
    expect((await raw(slug, { headers: { 'x-share-password': header } })).status).toBe(200);
  });

  it.each(['GET', 'raw', 'POST'] as const)(
    `delivers a one-view share exactly once to ${READERS} readers at once by %s`,
    async (way) => {
      const isLocked = way === 'POST';
      const { slug } = await create({ maxViews: 1, ...(isLocked ? { password: 'p' } : {}) });
      const read = () => {
        if (way === 'raw') return raw(slug);
        const url = `${server.url}/api/paste/${slug}`;
        if (way === 'GET') return fetch(url);
        const headers = { 'content-type': 'application/json' };
        return fetch(url, { method: 'POST', headers, body: '{"password":"p"}' });
      };
      const replies = await Promise.all(
        Array.from({ length: READERS }, async () => {
          const response = await read();
          return { status: response.status, text: await response.text() };
        }),
      );
      const delivered = replies.filter(({ text }) => text.includes('the text'));
      expect(delivered).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 410)).toHaveLength(READERS - 1);
      if (way !== 'raw') expect(delivered[0]?.text).toContain('"isLastView":true');
    },
  );

  it('tells exactly one of many readers that its view is the last', async () => {
    const { slug } = await create({ maxViews: 5 });
    const replies = await Promise.allSettled(Array.from({ length: 20 }, () => view(slug)));
    const seen = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value] : []));
    expect(seen.map(({ views }) => views).sort()).toEqual([1, 2, 3, 4, 5]);
    expect(seen.filter((one) => 'isLastView' in one && one.isLastView)).toHaveLength(1);
  });

  it('spends nothing on HEAD, peek, 304 and what is refused', async () => {
    const { id, slug } = await create({ maxViews: 1 });
    expect(await view(slug, { peek: 1 })).not.toHaveProperty('content');
    const head = await raw(slug, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '8']);
    const etag = head.headers.get('etag') ?? '';
    const conditional = { headers: { 'if-none-match': `"other", ${etag}` } };
    expect((await raw(slug, conditional)).status).toBe(304);
    const json = `${server.url}/api/paste/${slug}`;
    const replies = [await fetch(json, conditional), await fetch(json, { method: 'HEAD' })];
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [304, null],
      [200, null],
    ]);
    await expect(unlock(slug, 'x')).rejects.toMatchObject({ code: 'text_shares.no_password' });
    expect(await viewsOf(id)).toBe(0);
    expect(await view(slug)).toMatchObject({ content: 'the text', isLastView: true });
  });

  it('shows nothing of a protected text to HEAD or If-None-Match without its password', async () => {
    const { slug } = await create({ password: 'p' });
    const etag = (await raw(slug, { method: 'HEAD' }, '?password=p')).headers.get('etag') ?? '';
    expect((await raw(slug, { method: 'HEAD' })).status).toBe(401);
    expect((await raw(slug, { headers: { 'if-none-match': etag } })).status).toBe(401);
    expect((await raw(slug, { headers: { 'if-none-match': '*' } }, '?password=bad')).status).toBe(
      401,
    );
    expect((await raw(slug, { headers: { 'if-none-match': etag } }, '?password=p')).status).toBe(
      304,
    );
  });

  it('tells before its password neither remark nor creator, and both after it (CONTRACT A6)', async () => {
    const body = { content: 'the text', password: 'sesame', remark: 'note' };
    const { slug } = await server.api.call(createTextShare, { body });
    for (const query of [{}, { peek: 1 }]) {
      expect(await view(slug, query)).toMatchObject({ slug, remark: null, created_by: null });
    }
    const opened = await unlock(slug, 'sesame');
    expect(opened).toMatchObject({ remark: 'note', created_by: expect.any(String) });
  });

  it('says 401 to a wrong password, which older clients look for (CONTRACT A6)', async () => {
    const { slug } = await create({ password: 'sesame' });
    await expect(unlock(slug, 'wrong')).rejects.toThrow('401');
  });

  it('reads no text for peek, HEAD and 304 (CONTRACT A6)', async () => {
    const shares = [await create(), await create({ maxViews: 1 }), await create({ password: 'p' })];
    const replies = async ({ slug }: { slug: string }) => {
      const url = `${server.url}/api/paste/${slug}`;
      const peek = await fetch(`${url}?peek=1`);
      const headers = { 'if-none-match': peek.headers.get('etag') ?? '' };
      const all = [peek, await fetch(url, { method: 'HEAD' }), await fetch(url, { headers })];
      all.push(await raw(slug, { headers }, '?password=p'));
      return all.map(({ status }) => status);
    };
    const rename = (from: string, to: string) =>
      server.prisma.$executeRawUnsafe(`ALTER TABLE text_shares RENAME COLUMN ${from} TO ${to}`);
    // Queries that name the column now fail.
    await rename('content', 'out_of_reach');
    try {
      for (const share of shares) expect(await replies(share)).toEqual([200, 200, 304, 304]);
      expect((await fetch(`${server.url}/api/paste/${shares[0]?.slug}`)).status).toBe(500);
    } finally {
      await rename('out_of_reach', 'content');
    }
  });

  it('answers a conditional HEAD as GET', async () => {
    const { slug } = await create({});
    const head = { method: 'HEAD' };
    const etag = (await raw(slug, head)).headers.get('etag') ?? '';
    const conditional = { ...head, headers: { 'if-none-match': etag } };
    const json = await fetch(`${server.url}/api/paste/${slug}`, conditional);
    expect([(await raw(slug, conditional)).status, json.status]).toEqual([304, 304]);
  });

  it('gives HEAD the length of GET, or none (CONTRACT A6)', async () => {
    const { slug } = await server.api.call(createTextShare, { body: { content: '😀 é\n' } });
    const lengthOf = ({ headers }: Response) => headers.get('content-length');
    const [head, get] = [await raw(slug, { method: 'HEAD' }), await raw(slug)];
    expect([lengthOf(head), lengthOf(get)]).toEqual(['8', '8']);
    const json = await fetch(`${server.url}/api/paste/${slug}`, { method: 'HEAD' });
    expect([lengthOf(json), json.headers.get('content-type')]).toEqual([
      null,
      'application/json; charset=utf-8',
    ]);
  });

  it('has ETags that say nothing of the text (CONTRACT A6)', async () => {
    const etagOf = async (body: Parameters<typeof create>[0]) => {
      const { slug } = await create(body);
      return (await fetch(`${server.url}/api/paste/${slug}`)).headers.get('etag');
    };
    const etags = [{ maxViews: 2 }, { maxViews: 2 }, { password: 'p' }, { password: 'p' }].map(
      etagOf,
    );
    expect(new Set(await Promise.all(etags))).toHaveProperty('size', 4);
  });

  it('counts a limit from when it was set, and not the views that wait to be written', async () => {
    const { id, slug } = await create();
    await view(slug);
    await view(slug);
    const body = { content: 'the text', maxViews: 1 };
    await server.api.call(updateTextShare, { params: { id }, body });
    await server.services.textShares.close();
    expect(await view(slug)).toMatchObject({ views: 1, isLastView: true });
  });

  it('keeps limited and protected texts out of shared caches (CONTRACT A5)', async () => {
    const caching = async (body: Parameters<typeof create>[0]) => {
      const { slug } = await create(body);
      const response = await fetch(`${server.url}/api/paste/${slug}`);
      return response.headers.get('cache-control');
    };
    expect(await caching({})).toBe('public, no-cache');
    expect(await caching({ maxViews: 2 })).toBe('private, no-cache');
    expect(await caching({ password: 'p' })).toBe('private, no-cache');
  });

  it('shows a change at once, although public shares are cached', async () => {
    const { id, slug } = await create();
    const before = await fetch(`${server.url}/api/paste/${slug}`);
    const body = { content: 'changed', password: 'new' };
    await server.api.call(updateTextShare, { params: { id }, body });
    const after = await view(slug);
    expect(after).toMatchObject({ requiresPassword: true });
    expect(JSON.stringify(after)).not.toContain('changed');
    expect((await raw(slug)).status).toBe(401);
    const stale = await fetch(`${server.url}/api/paste/${slug}`, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    });
    expect(stale.status).toBe(200);
  });

  it('answers 410 to a used-up share until the sweeper removes it, then 404', async () => {
    const { id, slug } = await create({ maxViews: 1 });
    await view(slug);
    const usedUp = { code: 'text_shares.used_up', status: 410 };
    await expect(view(slug)).rejects.toMatchObject(usedUp);
    await expect(view(slug, { peek: 1 })).rejects.toMatchObject(usedUp);
    await server.sweep();
    await expect(view(slug)).rejects.toMatchObject(usedUp);
    server.moveClock(2 * HOUR_MS);
    await server.sweep();
    await expect(view(slug)).rejects.toMatchObject({ code: 'text_shares.not_found', status: 404 });
    expect(await server.prisma.textShare.count({ where: { id } })).toBe(0);
  });

  it('answers 410 to an expired share on every route until it is swept, then 404', async () => {
    const expiresAt = new Date(server.now().getTime() + HOUR_MS).toISOString();
    const { slug } = await create({ expiresAt });
    await view(slug);
    server.moveClock(HOUR_MS + 1000);
    const expired = { code: 'text_shares.expired', status: 410 };
    await expect(view(slug)).rejects.toMatchObject(expired);
    await expect(unlock(slug, 'x')).rejects.toMatchObject(expired);
    expect((await raw(slug)).status).toBe(410);
    expect((await raw(slug, { method: 'HEAD' })).status).toBe(410);
    server.moveClock(2 * HOUR_MS);
    await server.sweep();
    await expect(view(slug)).rejects.toMatchObject({ code: 'text_shares.not_found' });
  });

  it('sweeps a share whose last view a crash kept from being noted (SECURITY 12)', async () => {
    const { id, slug } = await create({ maxViews: 1 });
    await view(slug);
    await server.prisma.textShare.update({ where: { id }, data: { usedUpAt: null } });
    await server.sweep();
    server.moveClock(2 * HOUR_MS);
    await server.sweep();
    expect(await server.prisma.textShare.count({ where: { id } })).toBe(0);
  });

  it('writes counted views before it closes', async () => {
    const { id, slug } = await create();
    await Promise.all(Array.from({ length: 30 }, () => view(slug)));
    await server.services.textShares.close();
    const row = await server.prisma.textShare.findUnique({ where: { id } });
    expect(row?.views).toBe(30);
  });
});
