import { setTimeout as pause } from 'node:timers/promises';
import { createApiClient, createFs } from '@satchel/api-client';
import { deleteApiKey, updateApiKey } from '@satchel/api-client/contract/api-keys';
import {
  removeEntries,
  renameEntry,
  shareEntry,
  updateEntry,
} from '@satchel/api-client/contract/file-system';
import { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import { cancelOperation, getOperation } from '@satchel/api-client/contract/file-system-operations';
import { PERMISSION_FLAGS } from '@satchel/api-client/permissions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectContract } from '../../../../test/checked-client.ts';
import { s3Error } from '../../../../test/storage-proxy.ts';
import { SYSTEMS, type System, startSystem } from '../../../../test/storages.ts';
import { vary } from '../../../../test/vary.ts';

const SYSTEM = vary(SYSTEMS, import.meta.filename);

/** Long enough for a small change on a busy machine, short enough to wait for. */
const PATIENCE_MS = 2000;
/** Answers with the id, although the change has only begun. */
const AT_ONCE = { query: '&wait_ms=1' };
const DAY_MS = 24 * 60 * 60 * 1000;
const FILES = Array.from({ length: 40 }, (_, index) => `${index + 100}`);
const LONG_CALLS = { rename: renameEntry, copy: copyEntries, remove: removeEntries };

describe.each(SYSTEM)('long changes on %s with %s (CONTRACT F7)', (...system) => {
  let { server, storage }: Pick<System, 'server' | 'storage'> = {} as System;
  let close: System['close'];
  beforeAll(async () => {
    ({ server, storage, close } = await startSystem(system, {}, {}, { operationMs: PATIENCE_MS }));
    await storage.mount('/m');
  });
  afterAll(() => close());
  beforeEach(async () => {
    for (const name of FILES) await storage.put(`d/${name}`);
  });
  afterEach(async () => {
    storage.setFault(undefined);
    await storage.clear();
  });

  /** Blocks requests from the n-th on until `goOn` is called. */
  const hold = (operation: string, count = 20) => {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<undefined>();
    storage.setFault((request) => {
      if (request.operation !== operation || request.count < count) return undefined;
      reached.resolve();
      return gate.promise;
    });
    return { reached: reached.promise, goOn: () => gate.resolve(undefined) };
  };
  const begin = async (
    kind: keyof typeof LONG_CALLS,
    body: unknown,
    { authorization = server.authorization, signal = AbortSignal.timeout(60_000), query = '' } = {},
  ) => {
    const endpoint = LONG_CALLS[kind];
    const reply = await fetch(`${server.url}${endpoint.path}?async=1${query}`, {
      method: endpoint.method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const json = (await reply.json()) as { success: boolean; data: { operation_id: string } };
    expectContract(endpoint, reply.status, json);
    return { status: reply.status, ...json, id: json.data?.operation_id };
  };
  const get = (id: string, api = server.api) => api.call(getOperation, { params: { id } });
  const cancel = (id: string, api = server.api) => api.call(cancelOperation, { params: { id } });
  const ended = async (id: string) => {
    await expect.poll(async () => (await get(id)).state, { timeout: 20_000 }).not.toBe('running');
    return get(id);
  };
  const rename = { oldPath: '/m/d/', newPath: '/m/e/' };
  const copy = { items: [{ sourcePath: '/m/d/', targetPath: '/m/e/' }] };
  const remove = { paths: ['/m/d/', '/m/none'] };

  it('that end soon are answered as they are without being asked for it', async () => {
    await storage.clear();
    await storage.put('d/1');
    const renamed = await begin('rename', rename);
    expect(renamed).toMatchObject({ status: 200, success: true, data: null });
    const removed = await begin('remove', { paths: ['/m/e/'] });
    expect(removed).toMatchObject({ status: 200, data: { success: 1, failed: [] } });
    expect(await begin('rename', rename)).toMatchObject({ status: 404 });
  });

  it('go on where the caller does not wait, and say how far they are', async () => {
    const held = hold('copy');
    const begun = await begin('copy', copy);
    expect(begun).toMatchObject({ status: 202, success: true });
    expect(await get(begun.id)).toMatchObject({
      id: begun.id,
      kind: 'copy',
      state: 'running',
      is_cancelling: false,
      result: null,
      error: null,
    });
    held.goOn();
    expect(await ended(begun.id)).toMatchObject({
      state: 'completed',
      progress: { done: 40, skipped: 0, failed: 0, bytes: 40 * 'd/100'.length },
      result: { crossStorage: false, success: 41, skipped: 0, failed: 0 },
    });
    expect(await storage.keys('e/')).toHaveLength(40);
  });

  it('answer our own client with their result, or with their id', async () => {
    const token = server.authorization.slice(7);
    const credential = { kind: 'admin', token } as const;
    const fs = createFs(createApiClient({ baseUrl: server.url, credential: () => credential }));
    expect(await fs.delete({ body: { paths: ['/m/d/100'] } })).toEqual({ success: 1, failed: [] });
    expect(await fs.begin('delete', { body: { paths: ['/m/d/101'] } })).toEqual({
      success: 1,
      failed: [],
    });
    const held = hold('copy');
    const begun = await fs.begin('rename', { body: rename });
    if (!begun) return expect.unreachable('it was done at once');
    held.goOn();
    await ended(begun.operation_id);
    const operation = await fs.operation({ params: { id: begun.operation_id } });
    expect(operation).toMatchObject({ kind: 'rename', state: 'completed', result: null });
  });

  it('answer with their id as soon as the caller wants, and are cancelled then', async () => {
    const held = hold('copy', 1);
    const token = server.authorization.slice(7);
    const credential = { kind: 'admin', token } as const;
    const fs = createFs(createApiClient({ baseUrl: server.url, credential: () => credential }));
    const begun = await fs.begin('copy', { body: copy }, { waitMs: 1 });
    if (!('operation_id' in begun)) return expect.unreachable('it was done at once');
    // The answer comes before anything is copied, so wait for the first copy.
    await held.reached;
    expect(await cancel(begun.operation_id)).toMatchObject({ is_cancelling: true });
    held.goOn();
    expect(await ended(begun.operation_id)).toMatchObject({ state: 'cancelled' });
    expect(await storage.keys('e/')).toEqual([]);
  });

  it('wait for their end where nobody says otherwise, however long that takes', async () => {
    const held = hold('copy');
    const renamed = server.api.call(renameEntry, { body: rename });
    await held.reached;
    // Longer than the answer timeout of asynchronous callers.
    await new Promise((resolve) => setTimeout(resolve, PATIENCE_MS + 200));
    held.goOn();
    expect(await renamed).toBeNull();
    expect(await storage.keys('e/')).toHaveLength(40);
  });

  it('go on when a caller goes away that did not want to wait', async () => {
    const held = hold('copy');
    const leaving = new AbortController();
    const begun = begin('rename', rename, { signal: leaving.signal });
    await held.reached;
    leaving.abort();
    await expect(begun).rejects.toThrow();
    held.goOn();
    await expect.poll(() => storage.keys('d/'), { timeout: 20_000 }).toEqual([]);
    expect(await storage.keys('e/')).toHaveLength(40);
  });

  it.each([
    ['rename', rename],
    ['copy', copy],
  ] as const)('of the kind %s are taken back when they are cancelled', async (kind, body) => {
    const held = hold('copy');
    const { id } = await begin(kind, body, AT_ONCE);
    await held.reached;
    expect(await cancel(id)).toMatchObject({ state: 'running', is_cancelling: true });
    held.goOn();
    expect(await ended(id)).toMatchObject({ state: 'cancelled', is_cancelling: false });
    expect(await storage.keys()).toEqual(FILES.map((name) => `d/${name}`));
    // The names are free again.
    storage.setFault(undefined);
    await server.api.call(renameEntry, { body: rename });
  });

  it.each([
    ['is deleted', (id: string) => server.api.call(deleteApiKey, { params: { id } })],
    [
      'loses a right',
      (id: string) =>
        server.api.call(updateApiKey, {
          params: { id },
          body: { permissions: PERMISSION_FLAGS.mount_view },
        }),
    ],
  ])('end when the key that began them %s (SECURITY 7)', async (_, take) => {
    const permissions = PERMISSION_FLAGS.mount_view | PERMISSION_FLAGS.mount_copy;
    const { id: keyId, key } = await server.createApiKey({ permissions });
    const held = hold('copy');
    const { id } = await begin('copy', copy, { ...AT_ONCE, authorization: `ApiKey ${key}` });
    await held.reached;
    await take(keyId);
    // The process notices when it next renews its lease, each second.
    await pause(2500);
    held.goOn();
    expect(await ended(id)).toMatchObject({ state: 'cancelled' });
    expect(await storage.keys('e/')).toEqual([]);
  });

  it('of the kind remove stop when they are cancelled, and what is gone is gone', async () => {
    await storage.put('x/1');
    const held = hold('list', 2);
    const { id } = await begin('remove', { paths: ['/m/x/1', '/m/d/'] }, AT_ONCE);
    await held.reached;
    await cancel(id);
    held.goOn();
    expect(await ended(id)).toMatchObject({ state: 'cancelled', result: null, error: null });
    expect(await storage.keys('d/')).toHaveLength(40);
  });

  it('of the kind rename are finished once they delete, whoever cancels', async () => {
    const held = hold('delete', 1);
    const { id } = await begin('rename', rename, AT_ONCE);
    await held.reached;
    await cancel(id);
    held.goOn();
    expect(await ended(id)).toMatchObject({ state: 'completed' });
    expect(await storage.keys()).toEqual(FILES.map((name) => `e/${name}`));
  });

  it('say why they failed, in the language of who asks', async () => {
    const held = hold('copy');
    const { id } = await begin('rename', rename, AT_ONCE);
    await held.reached;
    storage.setFault(({ operation }) =>
      operation === 'copy' ? s3Error(503, 'ServiceUnavailable') : undefined,
    );
    held.goOn();
    const { state, error } = await ended(id);
    expect([state, error?.code]).toEqual(['failed', 'storage.unavailable']);
    const token = server.authorization.slice(7);
    const chinese = await get(id, server.apiAs({ kind: 'admin', token }, 'zh-CN'));
    expect(chinese.error?.message).toMatch(/[\u4e00-\u9fff]/);
    expect(await storage.keys('e/')).toEqual([]);
  });

  it("are their owner's and the administrator's only (SECURITY 7)", async () => {
    const permissions = PERMISSION_FLAGS.mount_delete;
    const owner = await server.createApiKey({ permissions });
    const other = await server.createApiKey({ permissions });
    const held = hold('delete', 1);
    const { id } = await begin('remove', remove, {
      ...AT_ONCE,
      authorization: owner.authorization,
    });
    const unknown = { code: 'file_system.operation_unknown', status: 404 };
    await expect(get(id, other.api)).rejects.toMatchObject(unknown);
    await expect(cancel(id, other.api)).rejects.toMatchObject(unknown);
    await expect(get('none')).rejects.toMatchObject(unknown);
    expect(await get(id, owner.api)).toMatchObject({ state: 'running', is_cancelling: false });
    held.goOn();
    expect(await ended(id)).toMatchObject({ result: { success: 2, failed: [] } });
  });

  it('keep others from what they change, and from nothing else (CONTRACT A6)', async () => {
    const held = hold('copy');
    const renamed = server.api.call(renameEntry, { body: rename });
    await held.reached;
    const write = (path: string) =>
      server.api.call(updateEntry, { body: { path, content: 'written' } });
    const busy = { code: 'file_system.busy', status: 423 };
    const removing = server.api.call(removeEntries, { body: { paths: ['/m/d/100'] } });
    const body = { items: [{ sourcePath: '/m/d/', targetPath: '/m/f/' }] };
    const copying = server.api.call(copyEntries, { body });
    // The server waits seconds for each name, so these wait together.
    await Promise.all(
      ['/m/d/new', '/m/d/100', '/m/e/new', '/m/e'].map((path) =>
        expect(write(path), path).rejects.toMatchObject(busy),
      ),
    );
    expect(await removing).toMatchObject({ success: 0, failed: [{ path: '/m/d/100' }] });
    expect(await copying).toMatchObject({ failed: 1 });
    await write('/m/other');
    held.goOn();
    await renamed;
    await write('/m/d/new');
  });

  it('let uploads be while they read, and others read too', async () => {
    const held = hold('copy');
    const copied = server.api.call(copyEntries, { body: copy });
    await held.reached;
    await server.api.call(updateEntry, { body: { path: '/m/d/new', content: 'written' } });
    const body = { paths: ['/m/d/'] };
    expect(await server.api.call(removeEntries, { body })).toMatchObject({ success: 0 });
    held.goOn();
    expect(await copied).toMatchObject({ success: 41, failed: 0 });
  });

  it('take the shares of all that they move along, and no others', async () => {
    const names = ["it's 100%_?", '好/🎒', 'plain'];
    for (const name of names) {
      for (const key of [`${name}/f`, `${name}2/f`]) await storage.put(key);
      const share = async (path: string) =>
        (await server.api.call(shareEntry, { body: { path } })).slug;
      const inside = await share(`/m/${name}/f`);
      const beside = await share(`/m/${name}2/f`);
      const body = { oldPath: `/m/${name}/`, newPath: `/m/moved '%_ 好🎒/${name}/` };
      await server.api.call(renameEntry, { body });
      const find = async (slug: string) => {
        const row = await server.prisma.fileShare.findUnique({ where: { slug } });
        return [row?.storagePath, row?.filePath];
      };
      const moved = `moved '%_ 好🎒/${name}/f`;
      expect(await find(inside)).toEqual([moved, `/m/${moved}`]);
      expect(await find(beside)).toEqual([`${name}2/f`, `/m/${name}2/f`]);
    }
    await server.prisma.fileShare.deleteMany();
  });

  it('are kept for a day after their end', async () => {
    // Removes the operations of earlier tests, which would expire at other times.
    await server.prisma.operation.deleteMany();
    const held = hold('delete', 1);
    const { id } = await begin('remove', remove, AT_ONCE);
    held.goOn();
    await ended(id);
    server.moveClock(DAY_MS - 60_000);
    expect(await server.sweep()).toMatchObject({ operations: 0 });
    server.moveClock(120_000);
    await server.sweep();
    expect(await server.prisma.operation.count()).toBe(0);
  });
});
