import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fileShareQueries, recentUploadsOptions } from './queries.ts';

it('a file that has got a password meanwhile is not taken for one without views', async () => {
  mockCalls({
    fileShares: {
      view: () => ({
        id: '1',
        slug: 'k7Qm2x',
        filename: 'plan.pdf',
        mimetype: 'application/pdf',
        size: 1,
        remark: null,
        created_at: '2026-01-01T00:00:00.000Z',
        created_by: null,
        views: 0,
        max_views: null,
        expires_at: null,
        has_password: true,
        requires_password: true,
        use_proxy: 0 as const,
        type: 0,
        typeName: 'unknown',
        isLastView: false,
      }),
    },
  });
  const opened = new QueryClient().fetchQuery(fileShareQueries.content('k7Qm2x'));
  await expect(opened).rejects.toThrow('asks for a password');
});

it('a recent upload says whether it is running, and a shared folder has no number of files', async () => {
  const bundle = (id: string, state: 'receiving' | 'complete', item_count: number | null) => ({
    ...{
      id,
      slug: id,
      url: `/share/${id}`,
      share_url: `https://example.org/share/${id}`,
      title: id,
      message: null,
      sender: null,
      state,
      item_count,
      path: null,
    },
    ...{
      total_size: item_count,
      is_folder: item_count === null,
      note: null,
      created_by: null,
      key_name: null,
      notify_url: null,
    },
    ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
    ...{ views: 0, max_views: null, expires_at: null, has_password: false, use_proxy: 0 as const },
  });
  const pagination = { total: 2, limit: 3, offset: 0, hasMore: false };
  mockCalls({
    fileShares: { list: () => ({ data: { files: [], pagination } }) },
    bundles: {
      list: () => ({
        data: {
          bundles: [bundle('running', 'receiving', 0), bundle('folder', 'complete', null)],
          pagination,
        },
      }),
    },
  });
  const uploads = await new QueryClient().fetchQuery(recentUploadsOptions());
  expect(uploads.map(({ id, count, isReceiving }) => [id, count, isReceiving])).toEqual([
    ['running', 0, true],
    ['folder', null, false],
  ]);
});
