import { describe, expect, it } from 'vitest';
import type { PartSender, UploadTransport } from '../src/engine/ports.ts';
import { createMemoryStore } from './fake-store.ts';
import { createScene, fileOf, PART_SIZE, type Scene } from './scene.ts';

/** A server that offers one PUT for files of one part. */
function offerSingle(
  scene: Scene,
): Required<Omit<UploadTransport, 'filesPerCall'>> & { readonly seen: unknown[] } {
  const { transport } = scene.store;
  const seen: unknown[] = [];
  return {
    ...transport,
    seen,
    async create(request, signal) {
      const created = await transport.create(request, signal);
      return request.partCount === 1 ? { ...created, isSingle: true } : created;
    },
    signParts(request, signal) {
      seen.push(request.isSingle);
      return transport.signParts(request, signal);
    },
    async listParts(reference, signal) {
      return reference.isSingle ? [] : transport.listParts(reference, signal);
    },
    complete(request, signal) {
      seen.push(request.isSingle);
      return transport.complete(request, signal);
    },
    abort(reference, signal) {
      seen.push(reference.isSingle);
      return transport.abort(reference, signal);
    },
  };
}

describe('a file up to one part, where the server offers a single PUT,', () => {
  it.each([0, 1])(
    'goes by it, also with %i parts of bytes, and every call says so',
    async (parts) => {
      const scene = createScene();
      const transport = offerSingle(scene);
      const upload = scene.add(parts, { transport });
      expect(await scene.finish(upload)).toBeNull();
      expect(transport.seen).toEqual([true, true]);
      expect(scene.logged('put')).toEqual(['put 1']);
      expect(upload.snapshot.result).toMatchObject({ size: parts * PART_SIZE });
    },
  );

  it('and a larger one goes in parts', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    expect(await scene.finish(scene.add(2, { transport }))).toBeNull();
    expect(transport.seen).toEqual([undefined, undefined]);
    expect(scene.logged('put')).toHaveLength(2);
  });

  it('is tried again after a lost connection, and its progress never goes back', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    const faults = ['drop', 'lost'] as const;
    let tries = 0;
    scene.store.faultFor = (operation) => (operation === 'put' ? faults[tries++] : undefined);
    scene.store.onPut = (_part, report) => report(PART_SIZE / 2);
    const upload = scene.add(1, { transport });
    const bytes: number[] = [];
    upload.on('progress', (progress) => bytes.push(progress.bytes));
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('put')).toHaveLength(3);
    expect(bytes).toEqual(bytes.toSorted((one, other) => one - other));
    expect(bytes.at(-1)).toBe(PART_SIZE);
  });

  it('gets a new URL when the store calls the old one expired', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    let tries = 0;
    scene.store.faultFor = (operation) =>
      operation === 'put' && tries++ === 0 ? { status: 403 } : undefined;
    expect(await scene.finish(scene.add(1, { transport, retries: 0 }))).toBeNull();
    expect(transport.seen).toEqual([true, true, true]);
  });

  it('pauses in the middle and goes on', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1000, done));
    const upload = scene.add(1, { transport });
    await scene.clock.advance(500);
    upload.pause();
    await scene.clock.advance(5000);
    expect(upload.snapshot).toMatchObject({ state: 'idle', isPaused: true });
    expect(scene.store.objects.size).toBe(0);
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);
  });

  it('aborted in the middle leaves nothing behind', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1000, done));
    const upload = scene.add(1, { transport });
    await scene.clock.advance(500);
    await scene.clock.runUntil(upload.abort());
    expect(transport.seen.at(-1)).toBe(true);
    expect(scene.store.uploads.size).toBe(0);
    expect(await scene.uploader().pending()).toEqual([]);
  });

  it('is resumed as the same upload after a reload', async () => {
    const scene = createScene();
    const transport = offerSingle(scene);
    const store = createMemoryStore();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1000, done));
    const before = scene.uploader({ transport, store }).add(fileOf(1));
    await scene.clock.advance(500);
    await scene.clock.runUntil(before.abort({ keep: true }));
    const after = scene.uploader({ transport, store });
    expect(await after.pending()).toMatchObject([{ isSingle: true }]);
    expect(await scene.finish(after.add(fileOf(1)))).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);
    expect(transport.seen.at(-1)).toBe(true);
    expect(await after.pending()).toEqual([]);
  });
});

describe('a PUT that commits', () => {
  /** A server whose first URL commits, and answers with `answer`. */
  function offerCommit(scene: Scene, answer: string, status = 200) {
    const { transport, send } = scene.store;
    const replies: unknown[] = [];
    const options = {
      transport: {
        ...transport,
        async create(request, signal) {
          const created = await transport.create(request, signal);
          const signed = await transport.signParts(
            { ...created, partNumbers: [1] } as never,
            signal,
          );
          const urls = signed.urls.map((url) => ({ ...url, commits: true }));
          return { ...created, signed: { urls } };
        },
        async complete(request, signal) {
          const { reply } = request;
          replies.push(reply);
          return reply
            ? { data: JSON.parse(reply) as unknown }
            : transport.complete(request, signal);
        },
      } satisfies UploadTransport,
      send: {
        ...send,
        async put(request) {
          const response = await send.put(request);
          const text = async () => answer;
          return { ...response, text, status: response.status === 200 ? status : response.status };
        },
      } satisfies PartSender,
    };
    return { options, replies };
  }

  it('gives its answer to `complete`, which need not call the server', async () => {
    const scene = createScene();
    const { options, replies } = offerCommit(scene, '{"id":7}');
    const upload = scene.add(1, options);
    expect(await scene.finish(upload)).toBeNull();
    expect(replies).toEqual(['{"id":7}']);
    expect(upload.snapshot.result).toMatchObject({ data: { id: 7 } });
    expect(scene.logged('complete')).toEqual([]);
  });

  it('may be refused with an answer for `complete`, and is completed anew when it is tried again', async () => {
    const scene = createScene();
    const { options, replies } = offerCommit(scene, '{"refused":true}', 413);
    const { complete } = options.transport;
    options.transport.complete = async (request, signal) => {
      if (request.reply) throw Object.assign(new Error('too large'), { status: 413 });
      return complete(request, signal);
    };
    const upload = scene.add(1, options);
    expect(await scene.finish(upload)).toMatchObject({ code: 'complete_failed', status: 413 });
    expect(scene.logged('put')).toHaveLength(1);
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(replies).toEqual([undefined]);
    expect(scene.logged('put')).toHaveLength(1);
  });

  it('is completed as any other upload if its answer is empty', async () => {
    const scene = createScene();
    const { options, replies } = offerCommit(scene, '');
    expect(await scene.finish(scene.add(1, options))).toBeNull();
    expect(replies).toEqual(['']);
    expect(scene.logged('complete')).toHaveLength(1);
  });

  it('does not count for a URL that the server has signed later', async () => {
    const scene = createScene();
    const { options, replies } = offerCommit(scene, '{"id":7}');
    let tries = 0;
    scene.store.faultFor = (operation) =>
      operation === 'put' && tries++ === 0 ? { status: 403 } : undefined;
    expect(await scene.finish(scene.add(1, options))).toBeNull();
    expect(replies).toEqual([undefined]);
  });
});
