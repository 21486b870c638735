import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import * as links from '../contract/link-routes.ts';
import * as otherRoutes from '../contract/routes.ts';
import type { CreatedTextShare } from '../contract/text-share-shapes.ts';
import { ApiError, isApiError } from '../index.ts';
import { createMockClient, mockError } from './mock.ts';

const routes = { ...otherRoutes, ...links };

const created: CreatedTextShare = {
  id: '1',
  slug: 'abc',
  remark: null,
  kind: 'markdown',
  language: null,
  expiresAt: null,
  maxViews: null,
  createdAt: '2026-11-22T00:00:00.000Z',
  hasPassword: false,
  url: 'http://localhost/paste/abc',
  share_url: 'http://localhost/paste/abc',
  authorizedBy: 'apikey',
};

function abortedSoon(): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort());
  return controller.signal;
}

describe('a mocked client', () => {
  it('answers with its handlers, and keeps what they were called with', async () => {
    const { client, calls } = createMockClient({
      textShares: { create: ({ body }) => ({ ...created, slug: body.slug ?? 'abc' }) },
    });
    const { slug } = await client.textShares.create({ body: { content: 'hi', slug: 'mine' } });
    expect(slug).toBe('mine');
    expect(calls.textShares.create).toEqual([{ body: { content: 'hi', slug: 'mine' } }]);
    expect(calls.textShares.delete).toEqual([]);
    expectTypeOf(calls.textShares.create[0]?.body.content).toEqualTypeOf<string | undefined>();
  });

  it('takes only handlers of calls that there are, with their inputs and results', () => {
    createMockClient({
      // @ts-expect-error no such group
      texts: {},
    });
    createMockClient({
      textShares: {
        // @ts-expect-error no such call
        make: () => created,
      },
    });
    createMockClient({
      textShares: {
        // @ts-expect-error the slug is missing
        create: () => ({ url: '' }),
      },
    });
    createMockClient({
      textShares: {
        create: ({ body }) => {
          expectTypeOf(body.content).toBeString();
          return created;
        },
      },
    });
  });

  it('fails where a call is not mocked, and names it', async () => {
    const { client, calls } = createMockClient({});
    const call = client.fs.mkdir({ body: { path: '/a/' } });
    await expect(call).rejects.toThrow('client.fs.mkdir is not mocked: createMockClient({ fs: {');
    expect(calls.fs.mkdir).toHaveLength(1);
  });

  it('fails where a reply is none that the server could send, unless that is not wanted', async () => {
    const handlers = { system: { maxUploadSize: () => ({ max_upload_size: 1.5 }) } };
    await expect(createMockClient(handlers).client.system.maxUploadSize()).rejects.toThrow(
      /client\.system\.maxUploadSize was mocked with a reply .*max_upload_size/s,
    );
    const { client } = createMockClient(handlers, { validates: false });
    expect(await client.system.maxUploadSize()).toEqual({ max_upload_size: 1.5 });
    const noBytes = createMockClient({ fileShares: { read: () => 'bytes' as never } });
    await expect(noBytes.client.fileShares.read({ params: { slug: 'a' } })).rejects.toThrow(
      'fileShares.read',
    );
    const missing = createMockClient({
      fileShares: { read: () => new Response(null, { status: 404 }) },
    });
    await expect(missing.client.fileShares.read({ params: { slug: 'a' } })).rejects.toThrow(
      'throw mockError() instead',
    );
  });

  it('fails with the errors that its handlers throw, and tells onError', async () => {
    const told: string[] = [];
    const { client } = createMockClient(
      {
        sessions: {
          login() {
            throw mockError('auth.throttled', { seconds: 30 });
          },
        },
      },
      { onError: ({ code }, { path }) => void told.push(`${code} ${path}`) },
    );
    const error: unknown = await client.sessions
      .login({ body: { username: 'a', password: 'b' } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'auth.throttled', status: 429, details: { seconds: 30 } });
    expect(isApiError(error, 'auth.throttled') && error.message).toContain('30 seconds');
    expect(told).toEqual(['auth.throttled /api/admin/login']);
    // @ts-expect-error the seconds are missing
    expect(mockError('auth.throttled')).toBeInstanceOf(ApiError);
    expect(mockError('client.network')).toMatchObject({ status: 0 });
  });

  it.each([
    ['client.cancelled', () => abortedSoon()],
    ['client.timeout', () => AbortSignal.timeout(1)],
  ] as const)(
    'fails with %s when a call is cancelled, whatever its handler does',
    async (code, signalOf) => {
      const list = vi.fn(() => new Promise<never>(() => {}));
      const { client } = createMockClient({ textShares: { list } });
      const signal = signalOf();
      await expect(client.textShares.list({}, { signal })).rejects.toMatchObject({ code });
      expect(list).toHaveBeenCalledOnce();
      const own = createMockClient({
        textShares: { list: (_, options) => sleep(60_000, undefined as never, options) },
      });
      const again = { signal: signalOf() };
      await expect(own.client.textShares.list({}, again)).rejects.toMatchObject({ code });
    },
  );

  it.each([
    ['alone', undefined],
    ['beside a signal', new AbortController().signal],
  ])('fails with client.timeout after timeoutMs, %s, and tells its handler', async (_, signal) => {
    const signals: (AbortSignal | undefined)[] = [];
    const { client } = createMockClient({
      textShares: {
        list(_input, options) {
          signals.push(options.signal);
          return new Promise<never>(() => {});
        },
      },
    });
    const call = client.textShares.list({}, { timeoutMs: 20, signal });
    await expect(call).rejects.toMatchObject({ code: 'client.timeout' });
    expect(signals[0]?.aborted).toBe(true);
  });

  it('ends sessions as a real one does', async () => {
    const { client } = createMockClient(
      {
        apiKeys: {
          list() {
            throw mockError('auth.invalid');
          },
        },
      },
      { credential: () => ({ kind: 'admin', token: 'old' }) },
    );
    const ended = new Promise((resolve) => void client.on('adminTokenExpired', resolve));
    await expect(client.apiKeys.list()).rejects.toBeInstanceOf(ApiError);
    expect(await ended).toMatchObject({ type: 'adminTokenExpired' });
  });

  it('walks the pages of what is mocked, and stops where it is cancelled', async () => {
    const { client, calls } = createMockClient({
      fs: {
        search: ({ query: { q, offset = 0 } }) => ({
          results: [],
          total: 0,
          hasMore: false,
          searchParams: {
            query: q,
            scope: 'global',
            mountId: null,
            path: null,
            limit: 1,
            offset: Number(offset),
          },
          mountsSearched: 1,
          indexedAt: null,
          isComplete: true,
        }),
        readPublic: async ({ path }) => new Response(path),
      },
    });
    for await (const match of client.fs.searchAll({ q: 'ab' })) expect.unreachable(match.path);
    expect(calls.fs.search).toEqual([{ query: { q: 'ab', offset: 0 } }]);
    expect(await (await client.fs.readPublic({ path: 'a/b c' })).text()).toBe('a/b c');
    const cancelled = client.fs.readPublic({ path: 'a' }, { signal: AbortSignal.abort() });
    await expect(cancelled).rejects.toMatchObject({ code: 'client.cancelled' });
  });

  it('has every method of a client, under the same name', async () => {
    const { client } = createMockClient({});
    for (const [group, calls] of Object.entries(routes)) {
      const methods = client[group as keyof typeof routes] as unknown as Record<
        string,
        (input: object) => Promise<unknown>
      >;
      for (const name of Object.keys(calls)) {
        await expect(methods[name]?.({ body: {} })).rejects.toThrow(
          `client.${group}.${name} is not`,
        );
      }
    }
  });
});
