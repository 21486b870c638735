import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '@satchel/api-client/contract/api-keys';
import { clearCache } from '@satchel/api-client/contract/dashboard';
import { initFileShareMultipart } from '@satchel/api-client/contract/file-share-uploads';
import {
  deleteFileShares,
  unlockFileShare,
  updateFileShare,
} from '@satchel/api-client/contract/file-shares';
import { updateEntry } from '@satchel/api-client/contract/file-system';
import { initEntryMultipart } from '@satchel/api-client/contract/file-system-uploads';
import { createMount } from '@satchel/api-client/contract/mounts';
import { listSettings, updateSettingGroup } from '@satchel/api-client/contract/settings';
import {
  createStorageConfig,
  listStorageConfigs,
} from '@satchel/api-client/contract/storage-configs';
import {
  clearExpiredTextShares,
  createTextShare,
  deleteTextSharesByPost,
  listTextShares,
  updateTextShare,
} from '@satchel/api-client/contract/text-shares';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { z } from 'zod';
import { useStorage } from '../../test/mounted-storage.ts';
import { DATABASES, startServer, type TestServer } from '../../test/start-server.ts';
import { parseInput } from '../http/contract/parse-input.ts';
import type { AuthenticatedCaller } from '../security/caller.ts';
import { createSecretKey } from '../security/secret-key.ts';
import { createRepeatedCalls } from './repeated-calls.ts';
import { createRepeatedCallRepository } from './repository.ts';

const HOUR_MS = 60 * 60 * 1000;
const TRIES = Array.from({ length: 20 });
const newKey = () => ({ idempotencyKey: crypto.randomUUID() });

describe.each(DATABASES)('calls with an Idempotency-Key on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  afterAll(() => server.close());

  const share = (content: string, options = {}, api = server.api) =>
    api.call(createTextShare, { body: { content } }, options);
  const countOf = async (words: string, api = server.api) =>
    (await api.call(listTextShares, { query: { search: words } })).data.length;

  it('are done once, and every repetition gets the reply of the first', async () => {
    const key = newKey();
    const first = await share('once and for all', key);
    expect(await share('once and for all', key)).toEqual(first);
    expect(await countOf('once and for all')).toBe(1);
  });

  it('are done each time without a key, or under another', async () => {
    await share('each time');
    await share('each time');
    await share('each time', newKey());
    expect(await countOf('each time')).toBe(3);
  });

  it('that come at the same time are done once', async () => {
    const key = newKey();
    const results = await Promise.allSettled(TRIES.map(() => share('all at once', key)));
    const slugs = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value.slug] : []));
    expect(new Set(slugs).size).toBe(1);
    for (const one of results) {
      if (one.status === 'rejected') expect(one.reason.code).toBe('request.in_progress');
    }
    expect(await countOf('all at once')).toBe(1);
  });

  it('are refused under a key that stands for something else', async () => {
    const key = newKey();
    const { id } = await share('this', key);
    const refusal = { status: 422, code: 'request.key_reused' };
    await expect(share('that', key)).rejects.toMatchObject(refusal);
    const update = server.api.call(
      updateTextShare,
      { params: { id }, body: { content: 'that' } },
      key,
    );
    await expect(update).rejects.toMatchObject(refusal);
  });

  it('of one caller have nothing to do with those of another', async () => {
    const { api } = await server.createApiKey({ permissions: PERMISSION_FLAGS.text });
    const key = newKey();
    const { slug } = await share('mine and yours', key);
    expect((await share('mine and yours', key, api)).slug).not.toBe(slug);
    expect(await countOf('mine and yours')).toBe(2);
  });

  it('get the refusal of the first again, even when it would go well now', async () => {
    const key = newKey();
    const body = { content: 'slug', slug: 'wanted' };
    const taken = await server.api.call(createTextShare, { body });
    const again = () => server.api.call(createTextShare, { body }, key);
    await expect(again()).rejects.toMatchObject({ code: 'shares.slug_taken' });
    await server.api.call(deleteTextSharesByPost, { body: { ids: [taken.id] } });
    await expect(again()).rejects.toMatchObject({ status: 409, code: 'shares.slug_taken' });
  });

  it('of strangers leave nothing where they are refused (SECURITY 24)', async () => {
    const before = await server.prisma.repeatedCall.count();
    for (const slug of ['none-1', 'none-2']) {
      const call = { params: { slug }, body: { password: 'x' } };
      await expect(server.anonymous.call(unlockFileShare, call, newKey())).rejects.toMatchObject({
        code: 'file_shares.not_found',
      });
    }
    expect(await server.prisma.repeatedCall.count()).toBe(before);
  });

  it('of strangers are repeated for as long as the share stays as it was', async () => {
    const put = await fetch(
      `${server.url}/api/upload-direct/guest.txt?slug=guest&password=open-sesame`,
      { method: 'PUT', body: 'content', headers: { authorization: server.authorization } },
    );
    expect(put.status).toBe(201);
    const key = newKey();
    const unlock = () =>
      server.anonymous.call(
        unlockFileShare,
        { params: { slug: 'guest' }, body: { password: 'open-sesame' } },
        key,
      );
    const first = await unlock();
    expect(await unlock()).toEqual(first);
    const { id } = await server.prisma.fileShare.findUniqueOrThrow({ where: { slug: 'guest' } });
    const update = (password: string) =>
      server.api.call(updateFileShare, { params: { id }, body: { password } });
    await update('another');
    await expect(unlock()).rejects.toMatchObject({ code: 'file_shares.wrong_password' });
    await update('open-sesame');
    const second = await unlock();
    expect(second.previewUrl).not.toBe(first.previewUrl);
    // The grant of the first reply lives equally long.
    server.moveClock(HOUR_MS);
    expect((await unlock()).previewUrl).not.toBe(second.previewUrl);
    server.moveClock(-HOUR_MS);
    await server.api.call(deleteFileShares, { body: { ids: [id] } });
    await expect(unlock()).rejects.toMatchObject({ code: 'file_shares.not_found' });
  });

  it('are made anew after a day, and their replies are swept', async () => {
    const key = newKey();
    await share('a day later', key);
    server.moveClock(23 * HOUR_MS);
    await server.sweep();
    await share('a day later', key);
    expect(await countOf('a day later')).toBe(1);
    server.moveClock(HOUR_MS);
    await server.sweep();
    expect(await server.prisma.repeatedCall.count()).toBe(0);
    // The administrator's session has expired by now.
    const { token } = await server.services.sessions.login(
      'admin',
      'correct-horse-battery',
      'tests',
    );
    const api = server.apiAs({ kind: 'admin', token });
    await share('a day later', key, api);
    expect(await countOf('a day later', api)).toBe(2);
    server.moveClock(-24 * HOUR_MS);
  });

  it('may be any of those that wait for a network', async () => {
    const { api } = server;
    const { id } = await share('edited');
    const upload = await fetch(
      `${server.url}/api/upload-direct/secret.txt?slug=locked&password=open-sesame&max_views=5`,
      { method: 'PUT', body: 'content', headers: { authorization: server.authorization } },
    );
    expect(upload.status).toBe(201);
    const calls = [
      (key: object) => api.call(updateTextShare, { params: { id }, body: { content: 'x' } }, key),
      (key: object) => api.call(deleteTextSharesByPost, { body: { ids: [id] } }, key),
      (key: object) => api.call(clearExpiredTextShares, {}, key),
      (key: object) => api.call(clearCache, { body: {} }, key),
      (key: object) =>
        api.call(
          updateSettingGroup,
          { params: { group: 4 }, query: {}, body: { site_title: 'T' } },
          key,
        ),
      (key: object) =>
        server.anonymous.call(
          unlockFileShare,
          { params: { slug: 'locked' }, body: { password: 'open-sesame' } },
          key,
        ),
    ];
    for (const call of calls) {
      const key = newKey();
      const first = await call(key);
      expect(await call(key)).toEqual(first);
    }
    const row = await server.prisma.fileShare.findUnique({ where: { slug: 'locked' } });
    expect(row?.views).toBe(1);
  });

  it('create an API key, a mount and a storage once', async () => {
    const { api } = server;
    const [{ id: storage_config_id } = { id: '' }] = await api.call(listStorageConfigs, {});
    const config = {
      ...{ name: 'Once', provider_type: 'Other', endpoint_url: 'https://s3.example.org' },
      ...{ bucket_name: 'b', access_key_id: 'a', secret_access_key: 's' },
    };
    const calls = [
      (key: object) => api.call(createApiKey, { body: { name: 'Once' } }, key),
      (key: object) =>
        api.call(
          createMount,
          { body: { name: 'Once', mount_path: '/once', storage_type: 'S3', storage_config_id } },
          key,
        ),
      (key: object) => api.call(createStorageConfig, { body: config }, key),
    ];
    for (const call of calls) {
      const key = newKey();
      const first = await call(key);
      expect(await call(key)).toEqual(first);
    }
    const made = await server.prisma.storageConfig.count({ where: { name: 'Once' } });
    expect(made).toBe(1);
  });

  it('reserve an upload once', async () => {
    const { api, prisma } = server;
    await (await useStorage(server)).mount('/uploads');
    const calls = [
      (key: object) => api.call(initFileShareMultipart, { body: { filename: 'a', size: 3 } }, key),
      (key: object) => {
        const body = { path: '/uploads', fileName: 'a', fileSize: 3 };
        return api.call(initEntryMultipart, { body }, key);
      },
    ];
    for (const call of calls) {
      const before = await prisma.objectWrite.count();
      const key = newKey();
      const first = await call(key);
      expect(await call(key)).toEqual(first);
      expect(await prisma.objectWrite.count()).toBe(before + 1);
    }
  });

  it('leave neither contents nor replies readable in the database', async () => {
    await share('a very secret text', newKey());
    const rows = await server.prisma.repeatedCall.findMany();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/secret|slug|success/);
  });

  it('are refused with a key that is too long', async () => {
    const options = { idempotencyKey: 'k'.repeat(256) };
    await expect(share('too long', options)).rejects.toMatchObject({ code: 'request.malformed' });
  });

  it('do not count for calls that do not honour keys', async () => {
    const key = newKey();
    const settings = await server.api.call(listSettings, { query: { group: 4 } }, key);
    const others = await server.api.call(listSettings, { query: { group: 2 } }, key);
    expect(others).not.toEqual(settings);
  });
});

describe.each(DATABASES)('a call that was not finished, on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database);
  });
  let isClosed = false;
  afterAll(async () => {
    isClosed = true;
    await server.close();
  });

  const open = (waitMs = 500) => {
    const repository = createRepeatedCallRepository(server.prisma);
    return createRepeatedCalls({
      waitMs,
      // Calls of these tests that never end would prolong their holds in a closed database.
      repository: {
        ...repository,
        prolong: async (...held) => {
          if (!isClosed) await repository.prolong(...held);
        },
      },
      secretKey: createSecretKey('of this test'),
      clock: { now: server.now },
      onError: (error) => expect.unreachable(String(error)),
    });
  };
  const call = (key: string) => ({ caller: 'admin:1', key, content: 'c' });
  const REPLY = { status: 200, contentType: 'text/plain', body: 'done' };

  it('of strangers takes little room, from one address and from all (SECURITY 24)', async () => {
    const calls = open();
    const kept = async (stranger: string, key: string) => {
      const keyed = { ...call(key), caller: 'anonymous', stranger };
      await calls.once(keyed, async () => REPLY);
      return calls.once(keyed, async () => ({ ...REPLY, body: 'done again' }));
    };
    for (let at = 0; at < 100; at += 1) expect(await kept('one', `one-${at}`)).toEqual(REPLY);
    expect((await kept('one', 'one-more')).body).toBe('done again');
    expect(await kept('one', 'one-0'), 'what is there is repeated').toEqual(REPLY);
    expect(await kept('other', 'other')).toEqual(REPLY);
    const at = server.now();
    await server.prisma.repeatedCall.createMany({
      data: Array.from({ length: 10_000 }, (_, index) => ({
        ...{
          id: `many-${index}`,
          fingerprint: '',
          holder: '',
          heldUntil: at,
          stranger: `${index}`,
        },
        expiresAt: new Date(at.getTime() + HOUR_MS),
      })),
    });
    expect((await kept('third', 'third')).body).toBe('done again');
    server.moveClock(HOUR_MS);
    expect(await kept('third', 'third')).toEqual(REPLY);
    server.moveClock(-HOUR_MS);
    await server.prisma.repeatedCall.deleteMany();
  });

  it('is made by the repeat of a proxy when its process is dead and it is idempotent', async () => {
    const forwarded = { ...call('forwarded'), hasOtherBody: true, isIdempotent: true };
    void open().forwarded(forwarded, () => new Promise<typeof REPLY>(() => {}));
    await expect.poll(() => server.prisma.repeatedCall.count({ where: { reply: null } })).toBe(1);
    const repeat = open().forwarded(forwarded, async () => REPLY);
    server.moveClock(35_000);
    expect(await repeat).toEqual(REPLY);
    const move = { ...call('moved'), hasOtherBody: false, isIdempotent: false };
    void open().forwarded(move, () => new Promise<typeof REPLY>(() => {}));
    await expect.poll(() => server.prisma.repeatedCall.count({ where: { reply: null } })).toBe(1);
    const moved = open().forwarded(move, () => expect.unreachable('it may have been done'));
    const refused = expect(moved).rejects.toMatchObject({ code: 'request.in_progress' });
    await sleep(200);
    server.moveClock(60_000);
    await refused;
    server.moveClock(-95_000);
    await server.prisma.repeatedCall.deleteMany();
  });

  it('may be made again after a fault, with the same key', async () => {
    const fault = open().once(call('fault'), () => Promise.reject(new Error('fault')));
    await expect(fault).rejects.toThrow('fault');
    expect(await open().once(call('fault'), async () => REPLY)).toEqual(REPLY);
  });

  it('finds what it has made, when its process has died before that was noted', async () => {
    const admin = { kind: 'admin', id: '1' } as AuthenticatedCaller;
    const ids: (string | undefined)[] = [];
    const make = async (onceId?: string) => {
      ids.push(onceId);
      await server.services.textShares.create(admin, { content: 'made before the end' }, onceId);
    };
    const countMade = () => server.prisma.textShare.count();
    const before = await countMade();
    void open().once(call('killed'), async (onceId) => {
      await make(onceId);
      return new Promise(() => {});
    });
    await expect.poll(countMade).toBe(before + 1);
    server.moveClock(2 * 60 * 1000);
    const again = open().once(call('killed'), async (onceId) => {
      await make(onceId);
      return REPLY;
    });
    expect(await again).toEqual(REPLY);
    expect(await countMade()).toBe(before + 1);

    server.moveClock(24 * HOUR_MS);
    await open().once(call('killed'), async (onceId) => {
      await make(onceId);
      return REPLY;
    });
    expect(await countMade(), 'a day later the key stands for something new').toBe(before + 2);
    expect([ids[0] === ids[1], ids[1] === ids[2]]).toEqual([true, false]);
    server.moveClock(-24 * HOUR_MS - 2 * 60 * 1000);
  });

  it('leaves one key, mount and storage, when its process has died before that was noted', async () => {
    const { apiKeys, mounts, storageConfigs } = server.services;
    const admin = { kind: 'admin', id: '1' } as AuthenticatedCaller;
    const [{ id: storage_config_id } = { id: '' }] = await server.prisma.storageConfig.findMany();
    const parse = <E extends typeof createMount | typeof createApiKey | typeof createStorageConfig>(
      call: E,
      body: object,
    ) => parseInput('body', call.body, body) as z.output<NonNullable<E['body']>>;
    const mount = parse(createMount, {
      name: 'K',
      mount_path: '/k',
      storage_type: 'S3',
      storage_config_id,
    });
    const key = parse(createApiKey, { name: 'K' });
    const config = parse(createStorageConfig, {
      ...{ name: 'K', provider_type: 'Other', endpoint_url: 'https://s3.example.org' },
      ...{ bucket_name: 'b', access_key_id: 'a', secret_access_key: 's' },
    });
    const first = await apiKeys.create(key, 'once-key');
    const second = await apiKeys.create(key, 'once-key');
    expect(await apiKeys.findValid(first.key)).toBeUndefined();
    expect(await apiKeys.findValid(second.key)).toMatchObject({ id: 'once-key' });
    for (const create of [
      () => mounts.create(admin, mount, 'once-mount'),
      () => storageConfigs.create('1', config, 'once-config'),
    ]) {
      expect(await create()).toMatchObject({ id: (await create()).id });
    }
  });

  it('answers a repeat that comes while it runs', async () => {
    const { promise, resolve } = Promise.withResolvers<typeof REPLY>();
    const first = open().once(call('running'), () => promise);
    await expect.poll(() => server.prisma.repeatedCall.count({ where: { reply: null } })).toBe(1);
    const repeat = open(20_000).once(call('running'), () => expect.unreachable('it runs once'));
    const other = open().once({ ...call('running'), content: 'other' }, async () => REPLY);
    await expect(other).rejects.toMatchObject({ code: 'request.key_reused' });
    resolve(REPLY);
    expect(await Promise.all([first, repeat])).toEqual([REPLY, REPLY]);
  });

  it('is made by a repeat that waits, 20 seconds after its process has died', async () => {
    const row = () => server.prisma.repeatedCall.findFirstOrThrow({ where: { reply: null } });
    void open().once(call('died'), () => new Promise<typeof REPLY>(() => {}));
    await expect.poll(() => server.prisma.repeatedCall.count({ where: { reply: null } })).toBe(1);
    const { heldUntil } = await row();
    await expect
      .poll(async () => (await row()).heldUntil > heldUntil, { timeout: 8000 })
      .toBe(true);
    // A process that has died prolongs nothing.
    await server.prisma.repeatedCall.updateMany({ data: { holder: 'dead' } });
    const repeat = open(20_000).once(call('died'), async () => REPLY);
    await sleep(200);
    server.moveClock(20_000);
    expect(await repeat).toEqual(REPLY);
    server.moveClock(-20_000);
  });

  it('is in progress for others that have waited, until its process seems dead', async () => {
    void open().once(call('dead'), () => new Promise<typeof REPLY>(() => {}));
    const again = () => open().once(call('dead'), async () => REPLY);
    await expect.poll(() => server.prisma.repeatedCall.count({ where: { reply: null } })).toBe(1);
    await expect(again()).rejects.toMatchObject({ code: 'request.in_progress', status: 409 });
    server.moveClock(2 * 60 * 1000);
    expect(await again()).toEqual(REPLY);
  });
});

describe.skipIf(inject('postgresUrl') === undefined)('calls that come to two replicas', () => {
  let one: TestServer;
  let two: TestServer;
  beforeAll(async () => {
    one = await startServer('postgresql');
    two = await startServer('postgresql', { DATABASE_URL: one.databaseUrl ?? '' });
  });
  afterAll(async () => {
    await two.close();
    await one.close();
  });

  it('are done once under one key, also at the same time (SECURITY 18)', async () => {
    const key = newKey();
    const body = { content: 'on both' };
    const results = await Promise.allSettled(
      TRIES.map((_, index) => (index % 2 ? one : two).api.call(createTextShare, { body }, key)),
    );
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true);
    const replies = await Promise.all(
      [one, two].map(({ api }) => api.call(createTextShare, { body }, key)),
    );
    expect(replies[1]).toEqual(replies[0]);
    expect(await one.prisma.textShare.count()).toBe(1);
  });
});

describe.each(DATABASES)('a write that a proxy sends twice, on %s', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(database, { TRUSTED_PROXIES: '127.0.0.1' });
    await (await useStorage(server)).mount('/m');
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, headers: object = {}, body?: string) => {
    const reply = await fetch(`${server.url}${path}`, {
      method,
      headers: { authorization: server.authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    await reply.text();
    return reply.status;
  };
  const write = (path: string, content: string) =>
    server.api.call(updateEntry, { body: { path, content } });
  const named = () => ({ 'x-request-id': crypto.randomUUID() });

  it('gets the first answer, and is done once', async () => {
    await write('/m/a.txt', 'a');
    const move = { destination: '/dav/m/b.txt', ...named() };
    expect(await send('MOVE', '/dav/m/a.txt', move)).toBe(201);
    await write('/m/a.txt', 'new');
    expect(await send('MOVE', '/dav/m/a.txt', move)).toBe(201);
    expect(await send('GET', '/dav/m/a.txt')).toBe(200);
    const made = named();
    expect(await send('MKCOL', '/dav/m/d', made)).toBe(201);
    expect(await send('MKCOL', '/dav/m/d', made)).toBe(201);
    expect(await send('MKCOL', '/dav/m/d', named())).toBe(405);
  });

  it('waits for the first, also where both come at the same time', async () => {
    const made = named();
    const statuses = await Promise.all(TRIES.map(() => send('MKCOL', '/dav/m/many', made)));
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('gets the first answer from the API, too', async () => {
    const { id } = await server.createApiKey();
    const repeated = named();
    const remove = (headers: object) => send('DELETE', `/api/admin/api-keys/${id}`, headers);
    expect([await remove(repeated), await remove(repeated)]).toEqual([200, 200]);
    expect(await remove(named())).toBe(404);
  });

  it('is another one where it asks for something else, or has another body', async () => {
    const one = named();
    expect(await send('PUT', '/dav/m/p.txt', one, 'one')).toBe(201);
    expect(await send('PUT', '/dav/m/p.txt', one, 'two')).toBe(204);
    expect(await send('DELETE', '/dav/m/p.txt', one)).toBe(204);
    expect(await send('GET', '/dav/m/p.txt')).toBe(404);
  });
});
