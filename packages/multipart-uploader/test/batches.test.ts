import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUploader } from '../src/engine/uploader.ts';
import { createNodeSender } from '../src/senders/node.ts';
import type { UploadServer } from '../src/server/upload-server.ts';
import { createHttpTransport } from '../src/transports/http.ts';
import { begin, bytesOf, call, createServerScene, put, type ServerScene } from './server-scene.ts';
import { type RunningStore, stores } from './start-store.ts';

const FILES = 130;

describe.each(stores.slice(0, 1))('many small files with $name', ({ start }) => {
  let store: RunningStore;
  let scene: ServerScene;
  beforeAll(async () => {
    store = await start();
    scene = await createServerScene(store);
  }, 180_000);
  afterAll(() => store.stop());

  /** Uploads files of 1 to `FILES` bytes. */
  async function uploadAll(server: UploadServer) {
    const requests: string[] = [];
    const transport = createHttpTransport({
      url: 'https://app.test/uploads',
      headers: { 'x-user': 'anna' },
      fetch(input, init) {
        requests.push(String(input).split('/').at(-1) ?? '');
        return server.handle(new Request(input, init));
      },
    });
    const uploader = createUploader({ transport, send: createNodeSender(), retries: 0 });
    const files = Array.from(
      { length: FILES },
      (_, index) => new File([bytesOf(index + 1)], `${index}.bin`),
    );
    const ends = await Promise.allSettled(files.map((file) => uploader.add(file).done));
    return { ends, requests };
  }

  it('are begun and completed by a few requests, and each arrives whole', async () => {
    const { ends, requests } = await uploadAll(
      scene.createServer({ chooseKey: ({ file }) => `all/${file.name}` }),
    );
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(new Set(requests)).toEqual(new Set(['begin', 'complete']));
    expect(requests.length).toBeLessThan(FILES / 2);
    for (const index of [0, 77, FILES - 1]) {
      expect((await scene.storedBytes(`all/${index}.bin`)).equals(bytesOf(index + 1))).toBe(true);
    }
  });

  it('fail each on its own, with the reason of the server', async () => {
    const { ends } = await uploadAll(
      scene.createServer({ chooseKey: ({ file }) => `some/${file.name}`, maxFileSizeBytes: 100 }),
    );
    const refused = ends.slice(100);
    expect(ends.slice(0, 100).every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(refused.every(({ status }) => status === 'rejected')).toBe(true);
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 413 });
  });

  it('are each checked for their owner, and at most 100 by one request', async () => {
    const server = scene.createServer();
    const created = await begin(server, 3);
    const etag = (await put(created.signed?.urls[0], bytesOf(3))).etag;
    const own = { uploadId: created.uploadId, parts: [{ partNumber: 1, etag }] };
    const foreign = { ...own, uploadId: `${created.uploadId}x` };
    expect(await call(server, 'complete', { each: [foreign, own] }, 'eve')).toMatchObject({
      body: { each: [{ refused: { status: 404 } }, { refused: { status: 404 } }] },
    });
    expect(await call(server, 'complete', { each: [foreign, own] })).toMatchObject({
      status: 200,
      body: { each: [{ refused: { status: 404 } }, { answer: { size: 3 } }] },
    });
    expect(await call(server, 'begin', { each: [{}] }, null)).toMatchObject({
      body: { each: [{ refused: { status: 400 } }] },
    });
    for (const each of [[], 'all', [1], Array.from({ length: 101 }, () => own)]) {
      expect(await call(server, 'complete', { each })).toMatchObject({ status: 400 });
    }
  });
});
