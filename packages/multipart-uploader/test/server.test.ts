import { afterAll, beforeAll, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type { PartSender } from '../src/engine/ports.ts';
import { createUploader } from '../src/engine/uploader.ts';
import { createNodeSender } from '../src/senders/node.ts';
import type { FinishedUpload, UploadStorage } from '../src/server/upload-server.ts';
import { createMemoryStore } from './fake-store.ts';
import {
  begin,
  bytesOf,
  call,
  createServerScene,
  fileOf,
  PART_SIZE,
  put,
  type ServerScene,
  transportTo,
} from './server-scene.ts';
import { type RunningStore, stores } from './start-store.ts';

/** Records the sent parts, and fails with a network error at one of them. */
function noted(failAt?: number): PartSender & { readonly sizes: number[] } {
  const send = createNodeSender();
  const sizes: number[] = [];
  return {
    ...send,
    sizes,
    put(request) {
      if (sizes.length + 1 === failAt) return Promise.reject(new TypeError('network'));
      sizes.push(request.body.size);
      return send.put(request);
    },
  };
}

describe.each(stores)('both halves with $name', ({ start }) => {
  let store: RunningStore;
  let scene: ServerScene;
  beforeAll(async () => {
    store = await start();
    scene = await createServerScene(store);
  }, 180_000);
  afterAll(() => store.stop());

  function withoutSingle(): UploadStorage {
    const { signObject: _left, ...storage } = scene.storage;
    return storage;
  }

  it('store a file of some parts byte for byte, under a key that the server has chosen', async () => {
    const finished: FinishedUpload[] = [];
    const server = scene.createServer({
      chooseKey: ({ owner, file }) => `${owner}/${file.name}`,
      onComplete(upload) {
        finished.push(upload);
        return { id: 7 };
      },
    });
    const send = noted();
    const transport = transportTo<{ id: number }>(server);
    const size = 2 * PART_SIZE + 7;
    const result = await createUploader({ transport, send }).add(fileOf(size)).done;
    expect(result).toMatchObject({ key: 'anna/a file.bin', size, data: { id: 7 } });
    expectTypeOf(result.data.id).toEqualTypeOf<number>();
    expect((await scene.storedBytes(result.key)).equals(bytesOf(size))).toBe(true);
    expect(send.sizes.toSorted()).toEqual([PART_SIZE, PART_SIZE, 7].toSorted());
    expect(finished).toEqual([
      {
        ...{ owner: 'anna', key: 'anna/a file.bin', etag: expect.stringMatching(/-3"?$/) },
        file: { name: 'a file.bin', size, type: 'image/png', lastModified: 1 },
      },
    ]);
  });

  it.each([0, 1, PART_SIZE])('store a file of %i bytes by one PUT', async (size) => {
    const send = noted();
    const transport = transportTo(scene.createServer());
    const { key, etag } = await createUploader({ transport, send }).add(fileOf(size)).done;
    expect((await scene.storedBytes(key)).equals(bytesOf(size))).toBe(true);
    expect([send.sizes, etag]).toEqual([[size], expect.not.stringContaining('-')]);
  });

  it.each([0, 1])('store %i bytes in parts where no single PUT is signed', async (size) => {
    const transport = transportTo(scene.createServer({ storage: withoutSingle() }));
    const upload = createUploader({ transport, send: noted() }).add(fileOf(size));
    const { key, etag } = await upload.done;
    expect((await scene.storedBytes(key)).equals(bytesOf(size))).toBe(true);
    expect(etag).toMatch(/-1"?$/);
  });

  it('store a file without a type', async () => {
    const transport = transportTo(scene.createServer());
    const upload = createUploader({ transport, send: noted() }).add(fileOf(3, 'plain', ''));
    expect(await scene.storedBytes((await upload.done).key)).toHaveLength(3);
  });

  it('go on after a reload with the parts that are there', async () => {
    const transport = transportTo(scene.createServer());
    const settings = { transport, store: createMemoryStore(), concurrentParts: 1 };
    const first = createUploader({ ...settings, send: noted(2), retries: 0 });
    await expect(first.add(fileOf(3 * PART_SIZE)).done).rejects.toMatchObject({ partNumber: 2 });
    const send = noted();
    const { key } = await createUploader({ ...settings, send }).add(fileOf(3 * PART_SIZE)).done;
    expect(send.sizes).toEqual([PART_SIZE, PART_SIZE]);
    expect((await scene.storedBytes(key)).equals(bytesOf(3 * PART_SIZE))).toBe(true);
  });

  it('begin anew when the upload is too old to go on', async () => {
    let nowMs = Date.now();
    const server = scene.createServer({ now: () => nowMs, uploadLifetimeMs: 60_000 });
    const settings = { transport: transportTo(server), store: createMemoryStore(), retries: 0 };
    const first = createUploader({ ...settings, send: noted(2), concurrentParts: 1 });
    await expect(first.add(fileOf(2 * PART_SIZE)).done).rejects.toMatchObject({ partNumber: 2 });
    nowMs += 60_000;
    const send = noted();
    const { key } = await createUploader({ ...settings, send }).add(fileOf(2 * PART_SIZE)).done;
    expect(send.sizes).toHaveLength(2);
    expect(await scene.storedBytes(key)).toHaveLength(2 * PART_SIZE);
  });

  it.each([1, PART_SIZE + 1])('leave nothing of %i bytes that are aborted', async (size) => {
    const before = await scene.listEverything();
    const server = scene.createServer();
    const { uploadId, signed } = await begin(server, size);
    await put(signed?.urls[0], bytesOf(Math.min(size, PART_SIZE)));
    expect(await scene.listEverything()).not.toEqual(before);
    expect(await call(server, 'abort', { uploadId })).toEqual({ status: 200, body: null });
    expect(await scene.listEverything()).toEqual(before);
  });

  it('abort twice without an error', async () => {
    const upload = createUploader({
      transport: transportTo(scene.createServer()),
      send: { reportsProgress: false, put: () => new Promise(() => {}) },
    }).add(fileOf(PART_SIZE + 1));
    const isSending = new Promise<void>((resolve) => {
      upload.on('part', () => resolve());
    });
    await isSending;
    await Promise.all([upload.abort(), upload.abort()]);
    await expect(upload.done).rejects.toMatchObject({ code: 'aborted' });
  });

  it.each([1, PART_SIZE + 1])('find %i bytes whose answer to complete was lost', async (size) => {
    const onComplete = vi.fn((_upload: FinishedUpload) => 'stored');
    const server = scene.createServer({ onComplete });
    const transport = transportTo<string>(server);
    const upload = createUploader<unknown, string>({
      transport: {
        ...transport,
        async complete(request, signal) {
          const answer = await transport.complete(request, signal);
          if (onComplete.mock.calls.length > 1) return answer;
          throw new TypeError('network');
        },
      },
      send: noted(),
    }).add(fileOf(size));
    const { key } = await upload.done;
    expect(await upload.done).toMatchObject({ size, data: 'stored' });
    const keys = onComplete.mock.calls.map(([finished]) => finished.key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys)).toEqual(new Set([key]));
  });

  it('answer complete again as before', async () => {
    const server = scene.createServer();
    const { uploadId, signed } = await begin(server, PART_SIZE + 1);
    const first = await put(signed?.urls[0], bytesOf(PART_SIZE));
    const second = await put(signed?.urls[1], bytesOf(1));
    const parts = [
      { partNumber: 2, etag: second.etag },
      { partNumber: 1, etag: first.etag },
    ];
    const once = await call(server, 'complete', { uploadId, parts });
    expect(once).toMatchObject({ status: 200, body: { size: PART_SIZE + 1 } });
    expect(await call(server, 'complete', { uploadId, parts })).toEqual(once);
  });

  it('know nothing of an upload that has not been completed', async () => {
    const server = scene.createServer();
    const { uploadId } = await begin(server, 1);
    expect(await call(server, 'status', { uploadId })).toEqual({ status: 200, body: null });
    expect(await call(server, 'list', { uploadId })).toEqual({ status: 200, body: [] });
  });

  it('tell of failures of the store, and of nothing that is the page’s own fault', async () => {
    const onError = vi.fn();
    const gone = await createServerScene({ ...store, bucket: 'no-such-bucket' });
    const server = gone.createServer({ onError });
    const failed = { status: 500, body: { code: 'failed', message: 'the server has failed' } };
    const file = { name: 'a', size: PART_SIZE + 1, type: '', lastModified: 1 };
    expect(await call(server, 'begin', { file })).toEqual(failed);
    expect(onError).toHaveBeenCalledTimes(1);
    expect(onError.mock.calls[0]?.[0]).toMatchObject({ name: 'NoSuchBucket' });
    await call(server, 'begin', { file: null });
    await call(server, 'sign', { uploadId: 'unknown' });
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
