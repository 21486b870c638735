// @vitest-environment node
import 'fake-indexeddb/auto';
import { ApiError } from '@satchel/api-client/api-error';
import type { ApiClient } from '@satchel/api-client/client';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchWithClock } from '#shared/environment/server-clock.ts';
import { database } from '../database.ts';
import { queue } from './queue.ts';
import { isOvertaken, type QueuedChange } from './queued-change.ts';
import { replayQueue } from './replay.ts';

const change = (content: string, owner = 'admin'): QueuedChange => ({
  type: 'createPaste',
  endpoint: '/api/paste',
  method: 'POST',
  data: { content },
  owner,
  idempotencyKey: `key of ${content}`,
  timestamp: 1,
  status: 'pending',
});
const credential = (owner = 'admin') =>
  ({
    owner,
    backend: '',
    credential: { kind: 'admin', token: 'a token' },
    language: 'en',
  }) as const;
const add = (content: string, owner?: string) =>
  queue.add(change(content, owner), credential(owner));
async function addOneAndTwo() {
  await add('one');
  await add('two');
}

/** A server that answers the first requests with `answers`, and later ones with success. */
function setUp(...answers: (ApiError | undefined)[]) {
  const sent: unknown[] = [];
  const client: Pick<ApiClient, 'request'> = {
    async request(endpoint, { body }, options) {
      sent.push([endpoint.method, endpoint.path, body, options?.idempotencyKey]);
      const error = answers.shift();
      if (error) throw error;
      return Response.json({ success: true, data: null });
    },
  };
  const contents = () => sent.map((one) => ((one as unknown[])[2] as { content: string }).content);
  return { client, sent, contents };
}
const refusal = (status: number, code: ApiError['code']) =>
  new ApiError({ status, code, message: code });

describe('the queue of changes (SPEC 7, 9)', () => {
  beforeEach(async () => {
    await database.queue.clear();
    await database.credentials.clear();
  });

  it('is sent in its order, each change under its key, and is empty after that', async () => {
    await addOneAndTwo();
    const { client, sent } = setUp();
    expect(await replayQueue('admin', client)).toEqual({ applied: 2, refused: 0 });
    expect(sent).toEqual([
      ['POST', '/api/paste', { content: 'one' }, 'key of one'],
      ['POST', '/api/paste', { content: 'two' }, 'key of two'],
    ]);
    expect(await queue.listOf('admin')).toEqual([]);
  });

  it('is sent once by two who begin at the same time', async () => {
    await add('one');
    const { client, contents } = setUp();
    await Promise.all([replayQueue('admin', client), replayQueue('admin', client)]);
    expect(contents()).toEqual(['one']);
  });

  it.each([
    ['no server', refusal(0, 'client.network')],
    ['a fault', refusal(500, 'server.internal')],
    ['a throttle', refusal(429, 'auth.throttled')],
    ['a session that is over', refusal(401, 'auth.invalid')],
    ['the same call at work', refusal(409, 'request.in_progress')],
  ])('waits at %s, all of it and in its order', async (_name, error) => {
    await addOneAndTwo();
    const { client, contents } = setUp(error);
    expect(await replayQueue('admin', client)).toMatchObject({ applied: 0, stoppedBy: error });
    expect((await queue.listOf('admin')).map(({ status }) => status)).toEqual([
      'pending',
      'pending',
    ]);
    await replayQueue('admin', client);
    expect(contents()).toEqual(['one', 'one', 'two']);
  });

  it.each([
    ['a conflict', refusal(409, 'shares.slug_taken')],
    ['a wrong password', refusal(401, 'file_shares.wrong_password')],
    ['a key that stood for something else', refusal(422, 'request.key_reused')],
  ])('keeps what is refused for %s, and goes on with the rest', async (_name, error) => {
    await addOneAndTwo();
    const { client } = setUp(error);
    expect(await replayQueue('admin', client)).toEqual({ applied: 1, refused: 1 });
    expect(await queue.listOf('admin')).toMatchObject([
      { data: { content: 'one' }, status: 'refused', refusal: { code: error.code } },
    ]);
    const again = setUp();
    await replayQueue('admin', again.client);
    expect(again.sent, 'it waits for its owner').toEqual([]);
  });

  it('of somebody else is never sent', async () => {
    await add('theirs', 'key-7');
    const { client, sent } = setUp();
    await replayQueue('admin', client);
    expect(sent).toEqual([]);
    expect(await queue.listOf('key-7')).toHaveLength(1);
  });

  it.each([0, 48])(
    'counts an expiry that passed while it waited from the moment it is mended, by a server %i hours ahead',
    async (hours) => {
      const aheadMs = hours * 3_600_000;
      const headers = {
        ...{ date: new Date(Date.now() + aheadMs).toUTCString(), 'cache-control': 'no-store' },
      };
      vi.stubGlobal('fetch', async () => new Response('', { headers }));
      await fetchWithClock('/');
      vi.unstubAllGlobals();
      const madeMs = Date.now() - 7_200_000;
      const expiresAt = new Date(madeMs + aheadMs + 3_600_000).toISOString();
      const data = { content: 'one', expiresAt };
      await queue.add({ ...change('one'), data, timestamp: madeMs }, credential());
      await replayQueue('admin', setUp(refusal(400, 'request.invalid')).client);
      const [refused] = await queue.listOf('admin');
      if (refused) await queue.mend(refused, refused.data);
      const [mended] = await queue.listOf('admin');
      const { expiresAt: moved = '' } = (mended?.data ?? {}) as { readonly expiresAt?: string };
      const inMs = Date.parse(moved) - aheadMs - Date.now();
      expect(inMs).toBeGreaterThan(3_500_000);
      expect(inMs).toBeLessThanOrEqual(3_600_000);
    },
  );

  it('gets a new key for what was refused, and keeps that of what may have arrived', async () => {
    await addOneAndTwo();
    await replayQueue(
      'admin',
      setUp(refusal(409, 'shares.slug_taken'), refusal(0, 'client.network')).client,
    );
    const [one, two] = await queue.listOf('admin');
    if (one) await queue.mend(one, { content: 'one mended' });
    if (two) await queue.mend(two, { content: 'two mended' });
    const { client, sent } = setUp();
    await replayQueue('admin', client);
    expect(sent).toMatchObject([
      ['POST', '/api/paste', { content: 'one mended' }, expect.not.stringMatching('key of one')],
      ['POST', '/api/paste', { content: 'two mended' }, 'key of two'],
    ]);
  });

  describe('of edits of one text, one after the other', () => {
    const edit = (content: string): QueuedChange => ({
      ...change(content),
      type: 'updatePaste',
      endpoint: '/api/pastes/7',
      method: 'PUT',
      data: { content, expectedUpdatedAt: 'version 1' },
    });
    /** Accepts only edits of its current version, as the server does. */
    function serverOf(start: string) {
      let version = start;
      const contents: string[] = [];
      const client: Pick<ApiClient, 'request'> = {
        async request(_endpoint, { body }) {
          const { content, expectedUpdatedAt } = body as Readonly<Record<string, string>>;
          if (expectedUpdatedAt !== version) throw refusal(412, 'text_shares.changed');
          contents.push(content ?? '');
          version = `version of ${content}`;
          return Response.json({ success: true, data: { id: '7', updated_at: version } });
        },
      };
      return { client, contents };
    }

    it('makes each over the one before', async () => {
      await queue.add(edit('one'), credential());
      await queue.add(edit('two'), credential());
      const { client, contents } = serverOf('version 1');
      expect(await replayQueue('admin', client)).toEqual({ applied: 2, refused: 0 });
      expect(contents).toEqual(['one', 'two']);
    });

    it('keeps the edit of a tab that has not seen the one before for its owner', async () => {
      await queue.add({ ...edit('one'), tab: 'a' }, credential());
      await queue.add({ ...edit('two'), tab: 'b' }, credential());
      await queue.add({ ...edit('one and more'), tab: 'a' }, credential());
      const { client, contents } = serverOf('version 1');
      expect(await replayQueue('admin', client)).toEqual({ applied: 2, refused: 1 });
      expect(contents).toEqual(['one', 'one and more']);
      const [kept] = await queue.listOf('admin');
      expect(kept && isOvertaken(kept) && kept.data).toMatchObject({ content: 'two' });
    });

    it('never leaves an edit that waits for a version that is gone', async () => {
      await queue.add(edit('one'), credential());
      await queue.add(edit('two'), credential());
      const [first, second] = await queue.listOf('admin');
      if (!first || !second) throw new Error('both wait');
      const put = vi.spyOn(database.queue, 'put').mockRejectedValueOnce(new Error('the tab ends'));
      await expect(queue.remove(first, 'version 2')).rejects.toThrow('the tab ends');
      put.mockRestore();
      expect(await queue.listOf('admin')).toEqual([first, second]);
    });

    it('makes none of them over what somebody else has made of it', async () => {
      await queue.add(edit('one'), credential());
      await queue.add(edit('two'), credential());
      const { client, contents } = serverOf('their version');
      expect(await replayQueue('admin', client)).toEqual({ applied: 0, refused: 2 });
      expect(contents).toEqual([]);
      expect((await queue.listOf('admin')).map(isOvertaken)).toEqual([true, true]);
    });
  });

  it('leaves no credential behind once nothing of its owner waits (SECURITY 11)', async () => {
    await addOneAndTwo();
    expect(JSON.stringify(await database.queue.toArray())).not.toContain('a token');
    await replayQueue('admin', setUp(undefined, refusal(500, 'server.internal')).client);
    expect(await database.credentials.count()).toBe(1);
    await replayQueue('admin', setUp().client);
    expect(await database.credentials.count()).toBe(0);
  });
});
