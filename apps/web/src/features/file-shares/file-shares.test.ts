import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { fileShareQueries } from './queries.ts';

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
