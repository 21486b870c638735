import {
  createTextShare,
  getTextShare,
  listTextShares,
  unlockTextShare,
  updateTextShare,
  viewTextShare,
} from '@satchel/api-client/contract/text-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, startServer, type TestServer } from '../../../test/start-server.ts';

const HOUR_MS = 3_600_000;
const TEXT_PERMISSION = 1;

describe.each(DATABASES)('lists of text shares on %s', (database) => {
  let server: TestServer;
  let key: Awaited<ReturnType<TestServer['createApiKey']>>;
  beforeAll(async () => {
    server = await startServer(database);
    key = await server.createApiKey({ permissions: TEXT_PERMISSION });
    const inHours = (hours: number) =>
      new Date(server.now().getTime() + hours * HOUR_MS).toISOString();
    const shares = [
      { slug: 'plain', content: 'four' },
      { slug: 'brief', content: 'x', expiresAt: inHours(1) },
      { slug: 'week', content: 'xxx', expiresAt: inHours(168), password: 'p' },
      { slug: 'spent', content: 'xx', maxViews: 1 },
      { slug: 'limited', content: 'xxxxx', maxViews: 5 },
    ];
    for (const body of shares) {
      await key.api.call(createTextShare, { body });
      server.moveClock(1000);
    }
    await server.anonymous.call(viewTextShare, { params: { slug: 'spent' }, query: {} });
    for (let view = 0; view < 3; view += 1) {
      await server.anonymous.call(viewTextShare, { params: { slug: 'plain' }, query: {} });
    }
    server.moveClock(2 * HOUR_MS);
    await key.api.call(updateTextShare, {
      params: { id: 'week' },
      body: { content: 'xxx', resetViews: false },
    });
  });
  afterAll(() => server.close());

  const slugs = async (query: object, api = key.api) =>
    (await api.call(listTextShares, { query })).data.map(({ slug }) => slug);

  it.each([
    ['active', ['limited', 'week', 'plain']],
    ['expired', ['brief']],
    ['used_up', ['spent']],
    ['protected', ['week']],
    ['limited', ['limited', 'spent']],
  ] as const)('shows those that are %s, and counts them', async (state, expected) => {
    const { data, pagination } = await key.api.call(listTextShares, { query: { state } });
    expect(data.map(({ slug }) => slug)).toEqual(expected);
    expect(pagination.total).toBe(expected.length);
  });

  it.each([
    ['created', ['plain', 'brief', 'week', 'spent', 'limited']],
    ['updated', ['plain', 'brief', 'spent', 'limited', 'week']],
    ['size', ['brief', 'spent', 'week', 'plain', 'limited']],
    ['slug', ['brief', 'limited', 'plain', 'spent', 'week']],
  ] as const)('sorts by %s, both ways', async (sort, expected) => {
    expect(await slugs({ sort, order: 'asc' })).toEqual(expected);
    expect(await slugs({ sort, order: 'desc' })).toEqual(expected.toReversed());
    expect(await slugs({ sort }), 'descending by default').toEqual(expected.toReversed());
  });

  it('sorts by views, and by the end with those that have none last', async () => {
    expect((await slugs({ sort: 'views' })).slice(0, 2)).toEqual(['plain', 'spent']);
    const byEnd = await slugs({ sort: 'expires', order: 'asc' });
    expect(byEnd.slice(0, 2)).toEqual(['brief', 'week']);
    expect((await slugs({ sort: 'expires', order: 'desc' })).slice(-2)).toEqual(['week', 'brief']);
  });

  it('does so for the administrator too, with search and creator', async () => {
    const created_by = `apikey:${key.id}`;
    const query = { created_by, sort: 'size', order: 'asc', state: 'active' };
    expect(await slugs(query, server.api)).toEqual(['week', 'plain', 'limited']);
    expect(await slugs({ ...query, search: 'LIM' }, server.api)).toEqual(['limited']);
  });

  it.each(['size', 'views', 'expires', 'updated', 'created'])(
    'shows each row on one page where all are equal in %s',
    async (sort) => {
      const other = await server.createApiKey({ permissions: TEXT_PERMISSION });
      const made: string[] = [];
      for (let count = 0; count < 9; count += 1) {
        const { slug } = await other.api.call(createTextShare, { body: { content: 'same' } });
        made.push(slug);
      }
      const pages = [0, 4, 8].map((offset) => slugs({ sort, limit: 4, offset }, other.api));
      expect((await Promise.all(pages)).flat().toSorted()).toEqual(made.toSorted());
    },
  );

  it('finds a long text as it is, and not by its parts', async () => {
    const other = await server.createApiKey({ permissions: TEXT_PERMISSION });
    for (const content of ['12 Oak_Lane % home', 'Oak 12 Lane home', 'oak_lan home e % 12 Oak_L']) {
      await other.api.call(createTextShare, { body: { content } });
    }
    const found = async (search: string) =>
      (await other.api.call(listTextShares, { query: { search } })).pagination.total;
    expect(await found('12 OAK_LANE % home')).toBe(1);
    expect(await found('oak_lane % h')).toBe(1);
    expect(await found('k_l')).toBe(2);
    expect(await found('12 oak lane home')).toBe(0);
    expect(await found('%_%_%_%_%_')).toBe(0);
    expect(await found('home" OR "oak')).toBe(0);
  });

  it.each([{ sort: 'content' }, { order: 'up' }, { state: 'gone' }])(
    'refuses %o',
    async (query) => {
      await expect(slugs(query)).rejects.toMatchObject({ code: 'request.invalid' });
    },
  );

  it('keeps the views that were spent where an edit asks for it', async () => {
    const body = { content: 'text', maxViews: 3 };
    const { id, slug } = await key.api.call(createTextShare, { body });
    const view = () => server.anonymous.call(viewTextShare, { params: { slug }, query: {} });
    const edit = (changes: object) =>
      key.api.call(updateTextShare, { params: { id }, body: { content: 'text', ...changes } });
    const views = async () => (await key.api.call(getTextShare, { params: { id } })).views;
    await view();
    await edit({ remark: 'a typo less', resetViews: false });
    expect(await views()).toBe(1);
    await edit({ maxViews: 1, resetViews: false });
    await expect(view(), 'no view is left of one').rejects.toMatchObject({
      code: 'text_shares.used_up',
    });
    await edit({ maxViews: 2, resetViews: false });
    await expect(view()).resolves.toMatchObject({ views: 2, isLastView: true });
    await edit({ resetViews: true });
    expect(await views()).toBe(0);
  });

  it('shows the note to the owner alone, who can search for it', async () => {
    const options = { remark: 'title', note: 'for MARGARET only' };
    const made = await key.api.call(createTextShare, {
      body: { content: 'text', ...options, password: 'p' },
    });
    const params = { slug: made.slug };
    const open = await key.api.call(createTextShare, { body: { content: 'open', ...options } });
    const seen = [
      made,
      await server.anonymous.call(viewTextShare, { params, query: { peek: true } }),
      await server.anonymous.call(unlockTextShare, { params, body: { password: 'p' } }),
      await server.anonymous.call(viewTextShare, { params: { slug: open.slug }, query: {} }),
    ];
    expect(JSON.stringify(seen)).not.toContain('MARGARET');
    expect(seen.at(-1)).toMatchObject({ remark: 'title' });
    const found = await key.api.call(listTextShares, { query: { search: 'margaret' } });
    expect(found.data.map(({ note }) => note)).toEqual([options.note, options.note]);
    await key.api.call(updateTextShare, {
      params: { id: open.id },
      body: { content: 'x', note: '' },
    });
    expect(await key.api.call(getTextShare, { params: { id: open.id } })).toMatchObject({
      note: null,
      remark: 'title',
    });
    expect((await slugs({ search: 'margaret' })).length).toBe(1);
  });
});
