import {
  clearExpiredTextShares,
  createTextShare,
  deleteTextShares,
  deleteTextSharesByPost,
  getTextShare,
  listTextShares,
  unlockTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';
import { vary } from '../../../test/vary.ts';

const DATABASE = vary(DATABASES, import.meta.filename);

const HOUR_MS = 3_600_000;
const TEXT_PERMISSION = 1;

describe.each(DATABASE)('managing text shares on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const inHours = (hours: number) => new Date(server.now().getTime() + hours * HOUR_MS);
  const create = (body: Parameters<typeof createBody>[0] = {}) =>
    server.api.call(createTextShare, { body: createBody(body) });

  describe('create (CONTRACT F3)', () => {
    it('makes a share under a random slug of 6 letters and digits', async () => {
      const share = await create();
      expect(share).toMatchObject({ maxViews: null, hasPassword: false, authorizedBy: 'admin' });
      expect(share.slug).toMatch(/^[A-Za-z0-9]{6}$/);
      const url = `${server.url}/paste/${share.slug}`;
      expect(share).toMatchObject({ url, share_url: url });
    });

    it('takes slug, remark, password, max views as a numeric string, and expiry', async () => {
      const expiresAt = inHours(1).toISOString();
      const body = { slug: 'Mine_1-x', remark: 'note', password: 'p', maxViews: '3', expiresAt };
      await expect(create(body)).resolves.toMatchObject({
        slug: 'Mine_1-x',
        remark: 'note',
        hasPassword: true,
        maxViews: 3,
        expiresAt,
      });
    });

    it('keeps what a text is, Markdown by default, and hides it with a password', async () => {
      const plain = await create();
      expect(plain).toMatchObject({ kind: 'markdown', language: null });
      const code = await create({ kind: 'code', language: 'c++', password: 'p' });
      expect(code).toMatchObject({ kind: 'code', language: 'c++' });
      const params = { slug: code.slug };
      const summary = await server.anonymous.call(viewTextShare, { params, query: { peek: true } });
      expect(summary).toMatchObject({ kind: 'text', language: null });
      const opened = await server.anonymous.call(unlockTextShare, {
        params,
        body: { password: 'p' },
      });
      expect(opened).toMatchObject({ kind: 'code', language: 'c++' });
      const body = { content: 'other' };
      await server.api.call(updateTextShare, { params: { id: code.id }, body });
      const kept = await server.api.call(getTextShare, { params: { id: code.id } });
      expect(kept).toMatchObject({ kind: 'code', language: 'c++' });
      await server.api.call(updateTextShare, {
        params: { id: code.id },
        body: { ...body, kind: 'text', language: null },
      });
      const changed = await server.api.call(getTextShare, { params: { id: code.id } });
      expect(changed).toMatchObject({ kind: 'text', language: null });
    });

    it('takes 0 max views as unlimited (SPEC 5)', async () => {
      await expect(create({ maxViews: 0 })).resolves.toMatchObject({ maxViews: null });
    });

    it.each([
      ['a kind that does not exist', { kind: 'poem' as 'text' }, 'request.invalid', 400],
      ['a language that is no name', { language: 'a b' }, 'request.invalid', 400],
      ['an empty text', { content: '' }, 'text_shares.content_empty', 400],
      ['a slug with a space', { slug: 'a b' }, 'shares.slug_invalid', 400],
      ['a slug of 51 characters', { slug: 'a'.repeat(51) }, 'shares.slug_invalid', 400],
      ['a reserved slug', { slug: 'admin' }, 'shares.slug_reserved', 400],
      ['a reserved slug in another case', { slug: 'UnDefined' }, 'shares.slug_reserved', 400],
      ['negative max views', { maxViews: -1 }, 'shares.max_views_invalid', 400],
      [
        'an expiry in the past',
        { expiresAt: '2020-01-01T00:00:00Z' },
        'shares.expiry_invalid',
        400,
      ],
      ['an expiry that is no time', { expiresAt: 'soon' }, 'request.invalid', 400],
      // With a later year, PostgreSQL could read no list, and SQLite would treat it as past.
      [
        'an expiry in the year 10000',
        { expiresAt: '9999-12-31T23:59:59-23:00' },
        'request.invalid',
        400,
      ],
      ['a text with U+0000', { content: 'a\0b' }, 'request.invalid', 400],
      ['a remark with U+0000', { remark: '\0' }, 'request.invalid', 400],
    ])('refuses %s', async (_, body, code, status) => {
      await expect(create(body)).rejects.toMatchObject({ code, status });
    });

    it('refuses a slug that is taken with 409, and keeps the first share (SPEC 5)', async () => {
      await create({ slug: 'taken', content: 'first' });
      await expect(create({ slug: 'taken' })).rejects.toMatchObject({ code: 'shares.slug_taken' });
      const view = await server.anonymous.call(viewTextShare, {
        params: { slug: 'taken' },
        query: {},
      });
      expect(view).toMatchObject({ content: 'first' });
    });

    it('lets one of many at once have a slug', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, () => create({ slug: 'race' })),
      );
      const made = results.filter(({ status }) => status === 'fulfilled');
      expect(made).toHaveLength(1);
    });

    it('stores many at once, and refuses only those whose slug is taken', async () => {
      const bodies = Array.from({ length: 60 }, (_, at) => ({
        slug: at % 20 === 0 ? 'group-taken' : `group-${at}`,
        content: `text ${at}`,
      }));
      const results = await Promise.allSettled(bodies.map(create));
      const refused = results.filter((result) => result.status === 'rejected');
      expect(refused.map(({ reason }) => reason.code)).toEqual(Array(2).fill('shares.slug_taken'));
      const rows = await server.prisma.textShare.findMany({
        where: { slug: { startsWith: 'group-' } },
      });
      expect(rows).toHaveLength(58);
      for (const { slug, content } of rows) {
        if (slug !== 'group-taken') expect(content).toBe(`text ${slug.slice('group-'.length)}`);
      }
    });

    it('takes 10 MiB of text and not a byte more (CONTRACT A3)', async () => {
      const content = 'é'.repeat(5 * 1024 * 1024);
      const { slug } = await create({ content });
      const raw = await fetch(`${server.url}/api/raw/${slug}`);
      expect((await raw.text()) === content).toBe(true);
      await expect(create({ content: `${content}x` })).rejects.toMatchObject({
        code: 'text_shares.content_too_large',
        status: 413,
      });
    });

    it('keeps every character: astral, combining, CJK, controls', async () => {
      const content = '😀 e\u0301 中文\r\n\t\u0001\u200f</script>';
      const { slug } = await create({ content });
      const one = await server.api.call(getTextShare, { params: { id: slug } });
      expect(one.content).toBe(content);
    });

    it('makes a share of a text/plain body, options in the query (CONTRACT A4, A5)', async () => {
      server.moveClock(10 * HOUR_MS);
      const response = await fetch(
        `${server.url}/api/paste?slug=plain&remark=r&expires_in=2&max_views=4`,
        {
          method: 'POST',
          headers: {
            authorization: server.authorization,
            'content-type': 'text/plain',
            accept: 'text/plain',
            'x-share-password': 'secret',
          },
          body: 'plain text',
        },
      );
      expect([response.status, await response.text()]).toEqual([
        201,
        `${server.url}/paste/plain\n`,
      ]);
      const one = await server.api.call(getTextShare, { params: { id: 'plain' } });
      expect(one).toMatchObject({ remark: 'r', max_views: 4, has_password: true });
      // Two hours after the server's time, which differs from this machine's.
      const expiry = new Date(one.expires_at ?? '').getTime() - server.now().getTime();
      expect(Math.round(expiry / HOUR_MS)).toBe(2);
    });

    it('takes a text/plain body for plain text, unless the query says what it is', async () => {
      const kindOf = async (slug: string, query: string) => {
        await fetch(`${server.url}/api/paste?slug=${slug}${query}`, {
          method: 'POST',
          headers: { authorization: server.authorization, 'content-type': 'text/plain' },
          body: '# not a heading',
        });
        const { kind, language } = await server.api.call(getTextShare, { params: { id: slug } });
        return [kind, language];
      };
      expect(await kindOf('plain-kind', '')).toEqual(['text', null]);
      expect(await kindOf('plain-code', '&kind=code&language=shell')).toEqual(['code', 'shell']);
    });

    it('takes the password of a text/plain body from the query too (CONTRACT A6)', async () => {
      const response = await fetch(`${server.url}/api/paste?slug=plain-locked&password=secret`, {
        method: 'POST',
        headers: { authorization: server.authorization, 'content-type': 'text/plain' },
        body: 'plain text',
      });
      expect(await response.json()).toMatchObject({
        data: { hasPassword: true, share_url: `${server.url}/paste/plain-locked` },
      });
      const opened = await server.anonymous.call(unlockTextShare, {
        params: { slug: 'plain-locked' },
        body: { password: 'secret' },
      });
      expect(opened).toMatchObject({ content: 'plain text' });
    });

    const send = (body: Buffer | string, contentType: string) =>
      fetch(`${server.url}/api/paste`, {
        method: 'POST',
        headers: { authorization: server.authorization, 'content-type': contentType },
        body,
      });

    it('reads a plain body in the charset that it names', async () => {
      const latin = await send(Buffer.from([0xe9, 0x41]), 'text/plain; charset=iso-8859-1');
      const { data } = (await latin.json()) as { data: { slug: string } };
      expect(await (await fetch(`${server.url}/api/raw/${data.slug}`)).text()).toBe('éA');
      expect((await send('a', 'text/plain; charset=klingon')).status).toBe(415);
    });

    it('refuses a plain body that is not UTF-8 instead of losing its bytes', async () => {
      const refused = await send(Buffer.from([0xe9, 0x41]), 'text/plain');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: 'request.malformed' });
    });

    it('takes a JSON string for no text', async () => {
      const refused = await send('"a text"', 'application/json');
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: 'request.invalid' });
    });

    it('counts a share that is named twice in a deletion once', async () => {
      const { id } = await create({ content: 'twice' });
      const body = { ids: [id, id] };
      const removal = await server.api.call(deleteTextShares, { body });
      expect(removal).toEqual({ success: 1, failed: [] });
    });

    it.each(['abc', '-1', '1e400'])('refuses expires_in=%s of a text/plain body', async (hours) => {
      const response = await fetch(`${server.url}/api/paste?expires_in=${hours}`, {
        method: 'POST',
        headers: { authorization: server.authorization, 'content-type': 'text/plain' },
        body: 'x',
      });
      expect(response.status).toBe(400);
    });
  });

  describe('list (CONTRACT F3)', () => {
    it('shows a key holder its own shares with their text, and the administrator all', async () => {
      const one = await server.createApiKey({ permissions: TEXT_PERMISSION });
      const other = await server.createApiKey({ permissions: TEXT_PERMISSION });
      const mine = await one.api.call(createTextShare, { body: { content: 'x'.repeat(300) } });
      const theirs = await other.api.call(createTextShare, { body: { content: 'theirs' } });

      const own = await one.api.call(listTextShares, { query: { created_by: 'apikey:other' } });
      expect(own.data.map(({ slug }) => slug)).toEqual([mine.slug]);
      expect(own.data[0]).toMatchObject({ content: 'x'.repeat(300), has_password: 0 });
      expect(own.key_info).toMatchObject({ id: one.id, basicPath: '/', isGuest: 0 });

      const all = await server.api.call(listTextShares, { query: { limit: 2 } });
      expect(all.data.map(({ slug }) => slug)).toEqual([theirs.slug, mine.slug]);
      expect(all.data[1]?.content_preview).toBe(`${'x'.repeat(200)}...`);
      expect(all.data[1]?.key_name).toBe(`key-${one.id}`);
      expect(all.data[1]).not.toHaveProperty('content');
      expect(all).not.toHaveProperty('key_info');
    });

    it('pages by page and limit, and by offset where both are given', async () => {
      const key = await server.createApiKey({ permissions: TEXT_PERMISSION });
      for (const content of ['a', 'b', 'c']) {
        await key.api.call(createTextShare, { body: { content } });
      }
      const page = await key.api.call(listTextShares, { query: { page: 2, limit: 2 } });
      expect(page.data.map(({ content }) => content)).toEqual(['a']);
      expect(page.pagination).toEqual({
        total: 3,
        limit: 2,
        offset: 2,
        hasMore: false,
        page: 2,
        totalPages: 2,
      });
      const offset = await key.api.call(listTextShares, {
        query: { page: 9, offset: 1, limit: 1 },
      });
      expect(offset.data.map(({ content }) => content)).toEqual(['b']);
      expect(offset.pagination.hasMore).toBe(true);
    });

    it.each([
      { limit: 0 },
      { limit: 1001 },
      { limit: -1 },
      { offset: -1 },
      { page: 0 },
      { limit: 1.5 },
    ])('refuses %o', async (query) => {
      await expect(server.api.call(listTextShares, { query })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    });

    it('searches slug, remark and text in any case', async () => {
      await create({ content: 'the ÄRGER needle', slug: 'search-1', remark: 'Haystack' });
      for (const search of ['SEARCH-1', 'haystack', 'ärger NEEDLE']) {
        const { data } = await server.api.call(listTextShares, { query: { search } });
        expect(data.map(({ slug }) => slug)).toEqual(['search-1']);
      }
      for (const search of ['nowhere', 'needl_', 'n%dle', 'needle\\']) {
        const { data } = await server.api.call(listTextShares, { query: { search } });
        expect(data, search).toEqual([]);
      }
    });
  });

  describe('one, update and delete (SPEC 6)', () => {
    it('gives a share by id or by slug, without any password or hash (CONTRACT A2)', async () => {
      const { id, slug } = await create({ password: 'secret' });
      const byId = await server.api.call(getTextShare, { params: { id } });
      const bySlug = await server.api.call(getTextShare, { params: { id: slug } });
      expect(byId).toEqual(bySlug);
      expect(JSON.stringify(byId)).not.toMatch(/argon2|"password"/);
    });

    it('gives later shares higher ids, so that their rows stand together in every index', async () => {
      const ids: string[] = [];
      for (let at = 0; at < 20; at += 1) ids.push((await create()).id);
      // Two of one millisecond may be in either order.
      const times = ids.map((id) => id.slice(0, 13));
      expect(times).toEqual(times.toSorted());
      expect(new Set(times).size).toBeGreaterThan(1);
    });

    it('hides shares from keys that did not make them: 404 for get, update, delete', async () => {
      const key = await server.createApiKey({ permissions: TEXT_PERMISSION });
      const { id } = await create({ content: 'private' });
      const notFound = { code: 'text_shares.not_found', status: 404 };
      await expect(key.api.call(getTextShare, { params: { id } })).rejects.toMatchObject(notFound);
      const body = { content: 'stolen' };
      await expect(key.api.call(updateTextShare, { params: { id }, body })).rejects.toMatchObject(
        notFound,
      );
      const { success, failed } = await key.api.call(deleteTextShares, { body: { ids: [id] } });
      expect([success, failed.map((one) => one.id)]).toEqual([0, [id]]);
      const still = await server.api.call(getTextShare, { params: { id } });
      expect(still.content).toBe('private');
    });

    it('keeps what an update leaves out, clears what is null, and counts views anew', async () => {
      const { id, slug } = await create({ remark: 'r', maxViews: 5, password: 'p' });
      await server.anonymous.call(unlockTextShare, { params: { slug }, body: { password: 'p' } });
      const edit = (body: object) =>
        server.api.call(updateTextShare, {
          params: { id: slug },
          body: { content: 'new', ...body },
        });
      await edit({});
      const kept = await server.api.call(getTextShare, { params: { id } });
      expect(kept).toMatchObject({ content: 'new', remark: 'r', max_views: 5, views: 0 });
      expect(kept.has_password).toBe(true);
      await edit({ remark: null, maxViews: null, clearPassword: true });
      const cleared = await server.api.call(getTextShare, { params: { id } });
      expect(cleared).toMatchObject({ remark: null, max_views: null, has_password: false });
    });

    it('moves a share to a new slug, or to a random one where it is empty', async () => {
      const { id, slug } = await create();
      const move = (newSlug: string | null) =>
        server.api.call(updateTextShare, { params: { id }, body: { content: 'x', newSlug } });
      await expect(move('moved-here')).resolves.toEqual({ id, slug: 'moved-here' });
      const gone = server.anonymous.call(viewTextShare, { params: { slug }, query: {} });
      await expect(gone).rejects.toMatchObject({ code: 'text_shares.not_found' });
      expect((await move('')).slug).toMatch(/^[A-Za-z0-9]{6}$/);
    });

    it('loses none of two changes that are made at once', async () => {
      for (let round = 0; round < 30; round += 1) {
        const { id } = await create({ slug: `before-${database}-${round}` });
        const change = (body: object) =>
          server.api.call(updateTextShare, {
            params: { id },
            body: { content: `text ${round}`, ...body },
          });
        const [newSlug, remark] = [`after-${database}-${round}`, `remark ${round}`];
        await Promise.all([change({ newSlug }), change({ remark }), change({ maxViews: 7 })]);
        const { data } = await server.api.call(listTextShares, { query: { search: newSlug } });
        const changed = data.filter((share) => share.slug === newSlug);
        expect(changed, `round ${round}`).toMatchObject([{ id, remark, max_views: 7 }]);
        const found = await server.api.call(listTextShares, { query: { search: remark } });
        expect(found.data.map((share) => share.id)).toContain(id);
      }
    });

    it('makes a change only to the version that is expected, where one is (ADR 15)', async () => {
      const { id } = await create({ slug: `expected-${database}` });
      const change = (body: object) =>
        server.api.call(updateTextShare, { params: { id }, body: { content: 'mine', ...body } });
      const read = () => server.api.call(getTextShare, { params: { id } });
      const { updated_at: expectedUpdatedAt } = await read();
      const first = await change({ content: 'theirs', expectedUpdatedAt });
      expect(first.updated_at).toBe((await read()).updated_at);

      const refusal = { status: 412, code: 'text_shares.changed' };
      await expect(change({ expectedUpdatedAt })).rejects.toMatchObject(refusal);
      const newSlug = `unexpected-${database}`;
      await expect(change({ expectedUpdatedAt, newSlug })).rejects.toMatchObject(refusal);
      expect(await read()).toMatchObject({ content: 'theirs', slug: `expected-${database}` });

      await change({ expectedUpdatedAt: first.updated_at });
      expect(await read()).toMatchObject({ content: 'mine' });
      await change({ content: 'over any' });
      expect(await read()).toMatchObject({ content: 'over any' });
      const bad = change({ expectedUpdatedAt: 'yesterday' });
      await expect(bad).rejects.toMatchObject({ status: 400, code: 'request.invalid' });
    });

    it('takes a change that was made already, whose reply was lost, for made', async () => {
      const { id } = await create({ slug: `again-${database}`, remark: 'one' });
      const { updated_at: expectedUpdatedAt } = await server.api.call(getTextShare, {
        params: { id },
      });
      const change = (body: object) =>
        server.api.call(updateTextShare, {
          params: { id },
          body: { content: 'mine', expectedUpdatedAt, ...body },
        });
      const first = await change({ remark: 'two', newSlug: `moved-${database}` });
      expect(await change({ remark: 'two', newSlug: `moved-${database}` })).toEqual(first);
      await expect(change({ remark: 'three' })).rejects.toMatchObject({ status: 412 });
    });

    it('lets one of many change a version that all of them have read', async () => {
      const { id } = await create({ slug: `one-of-many-${database}` });
      const { updated_at } = await server.api.call(getTextShare, { params: { id } });
      const changes = Array.from({ length: 8 }, (_, number) =>
        server.api.call(updateTextShare, {
          params: { id },
          body: { content: `text ${number}`, expectedUpdatedAt: updated_at },
        }),
      );
      const results = await Promise.allSettled(changes);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    });

    it('changes its version with each change, also where the clock stands', async () => {
      const { id } = await create();
      const row = () => server.prisma.textShare.findUniqueOrThrow({ where: { id } });
      const later = new Date(server.now().getTime() + HOUR_MS);
      await server.prisma.textShare.update({ where: { id }, data: { updatedAt: later } });
      await server.api.call(updateTextShare, { params: { id }, body: { content: 'new' } });
      expect((await row()).updatedAt.getTime()).toBeGreaterThan(later.getTime());
    });

    it.each([
      ['content is empty', { content: '' }, 'text_shares.content_empty'],
      ['content is missing', {}, 'request.invalid'],
      [
        'content is too large',
        { content: 'x'.repeat(10 * 1024 ** 2 + 1) },
        'text_shares.content_too_large',
      ],
      ['the slug is reserved', { content: 'x', newSlug: 'API' }, 'shares.slug_reserved'],
      ['the slug is malformed', { content: 'x', newSlug: 'ä' }, 'shares.slug_invalid'],
      [
        'the expiry is over',
        { content: 'x', expiresAt: '2001-01-01T00:00:00Z' },
        'shares.expiry_invalid',
      ],
      ['max views are negative', { content: 'x', maxViews: -3 }, 'shares.max_views_invalid'],
    ])('refuses an update where %s', async (_, body, code) => {
      const { id } = await create();
      const update = server.api.call(updateTextShare, { params: { id }, body: body as never });
      await expect(update).rejects.toMatchObject({ code });
    });

    it('refuses an update to a slug that is taken', async () => {
      const [one, two] = [await create(), await create()];
      const body = { content: 'x', newSlug: two.slug };
      await expect(
        server.api.call(updateTextShare, { params: { id: one.id }, body }),
      ).rejects.toMatchObject({ code: 'shares.slug_taken', status: 409 });
    });

    it('answers 404, not 500, to an update that meets a deletion', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await create();
        const [update] = await Promise.allSettled([
          server.api.call(updateTextShare, { params: { id }, body: { content: 'late' } }),
          server.api.call(deleteTextShares, { body: { ids: [id] } }),
        ]);
        if (update.status === 'rejected') {
          expect(update.reason).toMatchObject({ code: 'text_shares.not_found' });
        }
      }
    });

    it('deletes by DELETE and by POST, and lists unknown ids as failed (CONTRACT A4)', async () => {
      const [one, two] = [await create(), await create()];
      const first = await server.api.call(deleteTextShares, { body: { ids: [one.id, 'nobody'] } });
      expect(first).toMatchObject({ success: 1, failed: [{ id: 'nobody' }] });
      const second = await server.api.call(deleteTextSharesByPost, { body: { ids: [two.id] } });
      expect(second).toEqual({ success: 1, failed: [] });
      await expect(
        server.anonymous.call(viewTextShare, { params: { slug: one.slug }, query: {} }),
      ).rejects.toMatchObject({ code: 'text_shares.not_found' });
      await expect(server.api.call(deleteTextShares, { body: { ids: [] } })).rejects.toMatchObject({
        code: 'request.invalid',
      });
    });

    it('clears expired shares for the administrator', async () => {
      const { slug } = await create({ expiresAt: inHours(1).toISOString() });
      const { slug: staying } = await create();
      server.moveClock(2 * HOUR_MS);
      const { deleted } = await server.api.call(clearExpiredTextShares, {});
      expect(deleted).toBeGreaterThanOrEqual(1);
      await expect(
        server.anonymous.call(viewTextShare, { params: { slug }, query: {} }),
      ).rejects.toMatchObject({ code: 'text_shares.not_found' });
      await server.anonymous.call(viewTextShare, { params: { slug: staying }, query: {} });
    });
  });
});

function createBody(body: {
  content?: string;
  slug?: string;
  remark?: string;
  password?: string;
  maxViews?: number | string;
  expiresAt?: string;
  kind?: 'text' | 'markdown' | 'code';
  language?: string;
}) {
  return { content: 'hello', ...body };
}
