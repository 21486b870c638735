import {
  getFileShare,
  listFileShares,
  unlockFileShare,
  updateFileShare,
  viewFileShare,
} from '@satchel/api-client/contract/file-shares';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHARE_SYSTEMS, startShareServer } from '../../../../test/share-systems.ts';
import type { TestServer } from '../../../../test/start-server.ts';
import { type UploadOptions, uploadFile } from '../../../../test/upload-files.ts';

const FILE_PERMISSION = 2;
const HOUR_MS = 3_600_000;

describe.each(SHARE_SYSTEMS)('lists of file shares on %s with %s', (database, store) => {
  let server: TestServer;
  let key: Awaited<ReturnType<TestServer['createApiKey']>>;
  beforeAll(async () => {
    server = await startShareServer([database, store]);
    key = await server.createApiKey({ permissions: FILE_PERMISSION });
    await add('four', { filename: 'd.txt', slug: 'plain' });
    await add('x', { filename: 'c.txt', slug: 'brief', expires_in: 1 });
    await add('xxx', { filename: 'b.txt', slug: 'week', expires_in: 168, password: 'p' });
    await add('xx', { filename: 'a.txt', slug: 'spent', max_views: 1 });
    await server.anonymous.call(viewFileShare, { params: { slug: 'spent' }, query: {} });
    server.moveClock(2 * HOUR_MS);
    await update('week', { remark: 'changed' });
  });
  afterAll(() => server.close());

  const add = async (content: string, options: UploadOptions) => {
    const share = await uploadFile(key.api, content, options);
    server.moveClock(1000);
    return share;
  };
  const list = (query: object) => key.api.call(listFileShares, { query });
  const slugs = async (query: object) => (await list(query)).data.files.map(({ slug }) => slug);
  const update = async (slug: string, body: object) => {
    const [file] = (await list({ search: slug })).data.files;
    await key.api.call(updateFileShare, { params: { id: file?.id ?? '' }, body });
    return key.api.call(getFileShare, { params: { id: file?.id ?? '' } });
  };

  it.each([
    ['active', ['week', 'plain']],
    ['expired', ['brief']],
    ['used_up', ['spent']],
    ['protected', ['week']],
    ['limited', ['spent']],
  ] as const)('shows those that are %s, and counts them', async (state, expected) => {
    const { data } = await list({ state });
    expect(data.files.map(({ slug }) => slug)).toEqual(expected);
    expect(data.pagination.total).toBe(expected.length);
  });

  it.each([
    ['created', ['plain', 'brief', 'week', 'spent']],
    ['updated', ['plain', 'brief', 'spent', 'week']],
    ['size', ['brief', 'spent', 'week', 'plain']],
    ['name', ['spent', 'week', 'brief', 'plain']],
    ['slug', ['brief', 'plain', 'spent', 'week']],
  ] as const)('sorts by %s, both ways', async (sort, expected) => {
    expect(await slugs({ sort, order: 'asc' })).toEqual(expected);
    expect(await slugs({ sort, order: 'desc' })).toEqual(expected.toReversed());
  });

  it('sorts by views, and by the end with those that have none last', async () => {
    expect((await slugs({ sort: 'views' }))[0]).toBe('spent');
    const byEnd = await slugs({ sort: 'expires', order: 'asc' });
    expect(byEnd.slice(0, 2)).toEqual(['brief', 'week']);
  });

  it('shows each row on one page where all are equal', async () => {
    const other = await server.createApiKey({ permissions: FILE_PERMISSION });
    for (let count = 0; count < 5; count += 1) {
      await uploadFile(other.api, 'same', { filename: 'same.txt' });
    }
    for (const sort of ['size', 'name', 'views', 'expires'] as const) {
      const ids = await Promise.all(
        [0, 2, 4].map(async (offset) => {
          const query = { sort, limit: 2, offset };
          const { data } = await other.api.call(listFileShares, { query });
          return data.files.map(({ id }) => id);
        }),
      );
      expect(new Set(ids.flat()).size, sort).toBe(5);
    }
  });

  it('keeps the views that were spent where an edit asks for it', async () => {
    await add('content', { slug: 'counted', max_views: 2 });
    const view = () =>
      server.anonymous.call(viewFileShare, { params: { slug: 'counted' }, query: {} });
    await view();
    expect(await update('counted', { remark: 'r' })).toMatchObject({ views: 1 });
    const kept = await update('counted', { max_views: 1, reset_views: false });
    expect(kept).toMatchObject({ views: 1, max_views: 1 });
    await expect(view()).rejects.toMatchObject({ code: 'file_shares.used_up' });
    await update('counted', { max_views: 2, reset_views: false });
    await expect(view()).resolves.toMatchObject({ views: 2, isLastView: true });
    expect(await update('counted', { reset_views: true })).toMatchObject({ views: 0 });
    expect(await update('counted', { max_views: 3 })).toMatchObject({ views: 0 });
  });

  it('shows the note to the owner alone, who can search for it', async () => {
    await add('content', { slug: 'noted', password: 'p' });
    await update('noted', { note: 'for MARGARET only', remark: 'title' });
    const params = { slug: 'noted' };
    const seen = [
      await server.anonymous.call(viewFileShare, { params, query: {} }),
      await server.anonymous.call(unlockFileShare, { params, body: { password: 'p' } }),
    ];
    expect(JSON.stringify(seen)).not.toContain('MARGARET');
    expect(seen.at(-1)).toMatchObject({ remark: 'title' });
    expect(await slugs({ search: 'margaret' })).toEqual(['noted']);
    expect(await update('noted', { note: null })).toMatchObject({ note: null });
    expect(await slugs({ search: 'margaret' })).toEqual([]);
  });
});
