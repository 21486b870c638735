import { mockError } from '@satchel/api-client/mock';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { NO_OPTIONS } from '#shared/shares/options/share-options.ts';
import { mockCalls } from '#shared/testing/mock-calls.ts';
import { renderHook } from '#shared/testing/render-hook.tsx';
import { useCreateTextShare, useUnlockTextShare, useUpdateTextShare } from './mutations.ts';
import { textShareQueries, titleOf } from './queries.ts';

const SUMMARY = {
  slug: 'k7Qm2x',
  remark: null,
  kind: 'text' as const,
  language: null,
  views: 1,
  created_by: null,
  maxViews: null,
  expiresAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  hasPassword: false,
  requiresPassword: false,
};
const { requiresPassword: _, ...PUBLIC } = SUMMARY;
const OPENED = { ...PUBLIC, content: 'opened', isLastView: false };
const VERSION = '2026-01-02T00:00:00.000Z';

/** Runs a mutation in a separate app, and exposes that app's query client. */
function run<Mutation>(useMutation: () => Mutation) {
  const queryClient = new QueryClient();
  let mutation: Mutation | undefined;
  function Component() {
    mutation = useMutation();
    return null;
  }
  renderHook(() => (
    <QueryClientProvider client={queryClient}>
      <Component />
    </QueryClientProvider>
  ));
  if (!mutation) throw new Error('The hook did not run');
  return { queryClient, mutation };
}

it('an empty link and an empty password are sent as none (SPEC 3)', async () => {
  const refuse = () => {
    throw mockError('shares.slug_taken');
  };
  const calls = mockCalls({
    textShares: { create: refuse },
  });
  const onSent = vi.fn();
  const { mutation } = run(() => useCreateTextShare(onSent));
  const share = { content: 'words', kind: 'text' as const, language: null, options: NO_OPTIONS };
  await act(() => mutation.mutateAsync(share).catch(() => {}));
  expect(calls.textShares.create.map(({ body }) => body)).toEqual([
    {
      content: 'words',
      kind: 'text',
      language: null,
      slug: null,
      password: null,
      remark: null,
      maxViews: null,
      expiresAt: null,
    },
  ]);
  expect(onSent, 'the typed text stays').not.toHaveBeenCalled();
});

it('a right password shows the text without asking for it again, which would cost a view', async () => {
  const calls = mockCalls({ textShares: { unlock: () => OPENED } });
  const { mutation, queryClient } = run(() => useUnlockTextShare('k7Qm2x'));
  await act(() => mutation.mutateAsync('open sesame'));
  expect(await queryClient.ensureQueryData(textShareQueries.content('k7Qm2x'))).toEqual(OPENED);
  expect(calls.textShares.view).toEqual([]);
});

it('the metadata of a share is asked for without a view (CONTRACT A3)', async () => {
  const calls = mockCalls({ textShares: { view: () => SUMMARY } });
  await new QueryClient().fetchQuery(textShareQueries.summary('k7Qm2x'));
  expect(calls.textShares.view).toEqual([{ params: { slug: 'k7Qm2x' }, query: { peek: true } }]);
});

it('a text that has got a password meanwhile is not taken for an empty one', async () => {
  const locked = { ...SUMMARY, hasPassword: true, requiresPassword: true };
  mockCalls({ textShares: { view: () => locked } });
  const opened = new QueryClient().fetchQuery(textShareQueries.content('k7Qm2x'));
  await expect(opened).rejects.toThrow('asks for a password');
});

it('an edit names the version that it was made from, and lists are read again (SPEC 4)', async () => {
  const calls = mockCalls({
    textShares: { update: () => ({ id: '1', slug: 'k7Qm2x', updated_at: VERSION }) },
  });
  const { mutation, queryClient } = run(() => useUpdateTextShare());
  queryClient.setQueryData(textShareQueries.keys.lists, []);
  await act(() =>
    mutation.mutateAsync({
      id: '1',
      content: 'changed',
      kind: 'text',
      language: null,
      changes: {
        slug: undefined,
        password: undefined,
        remark: null,
        note: null,
        maxViews: null,
        expiresAt: null,
        removesPassword: true,
        resetsViews: false,
      },
      version: VERSION,
    }),
  );
  expect(calls.textShares.update[0]?.body).toMatchObject({
    clearPassword: true,
    resetViews: false,
    expectedUpdatedAt: VERSION,
  });
  expect(queryClient.getQueryState(textShareQueries.keys.lists)?.isInvalidated).toBe(true);
});

it('the first line of a secret text is not its title', () => {
  const open = { slug: 'k7Qm2x', remark: null, max_views: null, has_password: 0 as const };
  const row = { ...open, content_preview: 'one time secret: 8842\nmore' };
  expect(titleOf(row)).toBe('one time secret: 8842');
  expect(titleOf({ ...row, remark: 'Monday' })).toBe('Monday');
  expect(titleOf({ ...row, has_password: 1 })).toBe('k7Qm2x');
  expect(titleOf({ ...row, max_views: 1 })).toBe('k7Qm2x');
});

it('a text is sent again as the same call, unless the server has refused it', async () => {
  const keys: (string | undefined)[] = [];
  const failures = [
    'server.internal',
    'server.internal',
    'shares.slug_taken',
    'server.internal',
  ] as const;
  mockCalls({
    textShares: {
      create(_input, { idempotencyKey }) {
        throw mockError(failures[keys.push(idempotencyKey) - 1] ?? 'server.internal');
      },
    },
  });
  const { mutation } = run(() => useCreateTextShare(vi.fn()));
  const share = { content: 'twice', kind: 'text' as const, language: null, options: NO_OPTIONS };
  const send = (content: string) =>
    act(() => mutation.mutateAsync({ ...share, content }).catch(() => {}));
  for (let time = 0; time < 4; time += 1) await send('twice');
  await send('another');
  const [first, again, refused, anew, other] = keys;
  expect(first).toMatch(/^[\da-f-]{36}$/);
  expect([again, refused]).toEqual([first, first]);
  expect(new Set([first, anew, other]).size).toBe(3);
});
