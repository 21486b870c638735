import { describe, expect, it, vi } from 'vitest';
import { UploadError } from '../src/engine/errors.ts';
import type { UploaderOptions } from '../src/engine/options.ts';
import type { UploadProgress } from '../src/engine/timing/progress.ts';
import type { Upload, UploadState } from '../src/engine/upload.ts';
import { upload as uploadOne } from '../src/engine/uploader.ts';
import { fingerprintFile } from '../src/stores/fingerprint.ts';
import { withChecksums } from '../src/transports/checksum.ts';
import { createMemoryStore, type Fault } from './fake-store.ts';
import { createScene, fileOf, PART_SIZE } from './scene.ts';

describe('an upload', () => {
  it('goes from idle over uploading to completed, its parts from pending to completed (SPEC 4)', async () => {
    const scene = createScene();
    const upload = scene.add(3);
    const states: UploadState[] = [upload.state];
    const parts: string[] = [];
    upload.on('state', ({ state }) => states.push(state));
    upload.on('part', ({ partNumber, state }) => parts.push(`${partNumber} ${state}`));
    expect(await scene.finish(upload)).toBeNull();
    expect(states).toEqual(['idle', 'uploading', 'completed']);
    expect(parts.filter((entry) => entry.startsWith('2'))).toEqual(['2 uploading', '2 completed']);
    expect(scene.store.objects.get('file.bin')?.bytes).toHaveLength(30);
    expect(upload.snapshot.result).toMatchObject({ key: 'file.bin', size: 30 });
  });

  it('sends 3 parts at once (SPEC 4)', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    expect(await scene.finish(scene.add(10))).toBeNull();
    expect(scene.store.puts.most).toBe(3);
  });

  it('takes an option that is undefined as not given', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    const none = {
      ...{ concurrentParts: undefined, concurrentFiles: undefined, maxConnections: undefined },
      ...{ retries: undefined, backoff: undefined, urlsPerRequest: undefined, store: undefined },
      ...{ partTimeoutMs: undefined, stallTimeoutMs: undefined, requestTimeoutMs: undefined },
      maxFileSizeBytes: undefined,
    } as unknown as UploaderOptions;
    expect(await scene.finish(scene.add(10, none))).toBeNull();
    expect(scene.store.puts.most).toBe(3);
  });

  it.each([0, Number.NaN])('takes %s as not given, except for retries', async (nothing) => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    const none = {
      ...{ concurrentParts: nothing, concurrentFiles: nothing, maxConnections: nothing },
      ...{ urlsPerRequest: nothing, stallTimeoutMs: nothing, retries: 0 },
      ...{ partTimeoutMs: nothing, requestTimeoutMs: nothing, maxFileSizeBytes: nothing },
    };
    expect(await scene.finish(scene.add(10, none))).toBeNull();
    expect(scene.store.puts.most).toBe(3);
  });

  it('of an empty file stores an empty object', async () => {
    const scene = createScene();
    expect(await scene.finish(scene.add(0))).toBeNull();
    expect(scene.store.objects.get('file.bin')?.bytes).toHaveLength(0);
  });

  it('uses the part size on which the server insists', async () => {
    const scene = createScene();
    const transport = { ...scene.store.transport };
    transport.create = async (request, signal) => ({
      ...(await scene.store.transport.create(request, signal)),
      partSize: 4,
    });
    const upload = scene.add(1, { transport });
    expect(await scene.finish(upload)).toBeNull();
    expect(upload.parts).toHaveLength(3);
  });

  it('has parts that fit the speed of the one before', async () => {
    const scene = createScene();
    const asked: number[] = [];
    const transport = { ...scene.store.transport };
    transport.create = (request, signal) => {
      asked.push(request.partSize / 2 ** 20);
      return scene.store.transport.create(request, signal);
    };
    const uploader = scene.uploader({ transport, partSize: undefined });
    const large = () => new File([new Uint8Array(54 * 2 ** 20)], 'large.bin');
    expect(await scene.finish(uploader.add(large()))).toBeNull();
    expect(await scene.finish(uploader.add(large()))).toBeNull();
    expect(asked).toEqual([5, 6]);
  });

  it('gets small parts again after one that the line did not carry', async () => {
    const scene = createScene();
    const speed = { known: 40 * 2 ** 20 };
    const memory = {
      read: () => speed.known,
      write(bytesPerSecond: number) {
        speed.known = bytesPerSecond;
      },
    };
    const send = { reportsProgress: false, put: () => Promise.reject(new Error('cut')) };
    expect(await scene.finish(scene.add(3, { speed: memory, send }))).not.toBeNull();
    expect(speed.known).toBe(0);
  });

  it('is not measured while it is paused', async () => {
    const scene = createScene();
    const written: number[] = [];
    const speed = { read: () => undefined, write: (value: number) => void written.push(value) };
    const upload = scene.add(10, { speed });
    await scene.clock.advance(1);
    upload.pause();
    await scene.clock.advance(60_000);
    expect(written).toEqual([]);
  });

  it('can be made with one call', async () => {
    const scene = createScene();
    const result = await scene.clock.runUntil(
      uploadOne(fileOf(2), { ...scene.options, name: 'other', metadata: 'docs/' }),
    );
    expect(result).toMatchObject({ key: 'docs/other', size: 20 });
  });

  it('gives the checksum of each part to signing and to complete', async () => {
    const scene = createScene();
    const seen: unknown[] = [];
    const transport = { ...scene.store.transport };
    transport.signParts = (request, signal) => {
      seen.push(request.checksums);
      return scene.store.transport.signParts(request, signal);
    };
    transport.complete = (request, signal) => {
      seen.push(request.parts.map(({ checksum }) => checksum));
      return scene.store.transport.complete(request, signal);
    };
    const checked = withChecksums(transport, async (part) => `sum of ${part.size}`);
    expect(await scene.finish(scene.add(2, { transport: checked }))).toBeNull();
    expect(seen).toEqual([{ 1: 'sum of 10', 2: 'sum of 10' }, ['sum of 10', 'sum of 10']]);
  });
});

describe('pause, resume and abort', () => {
  it('pause stops sending, keeps what is there, and resume sends the rest', async () => {
    const scene = createScene();
    const upload = scene.add(6);
    upload.on('part', ({ partNumber, state }) => {
      if (partNumber === 3 && state === 'completed') upload.pause();
    });
    await scene.clock.advance(3_600_000);
    expect(upload.snapshot).toMatchObject({ state: 'idle', isPaused: true });
    const before = scene.logged('put').length;
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(before).toBeLessThan(6);
    expect(scene.logged('put 1')).toHaveLength(1);
    expect(scene.logged('create')).toHaveLength(1);
  });

  it('survives pause and resume faster than anything can stop', async () => {
    const scene = createScene();
    const upload = scene.add(4);
    for (let time = 0; time < 5; time += 1) {
      upload.pause();
      upload.resume();
    }
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);
  });

  it('neither loses what the server creates at that moment', async () => {
    const scene = createScene();
    const transport = { ...scene.store.transport };
    transport.create = async (request, signal) => {
      const created = await scene.store.transport.create(request, signal);
      await new Promise<void>((done) => void scene.clock.after(100, done));
      signal.throwIfAborted();
      return created;
    };
    const paused = scene.add(2, { transport });
    await scene.clock.settle();
    paused.pause();
    await scene.clock.advance(1000);
    expect(scene.logged('put')).toEqual([]);
    paused.resume();
    expect(await scene.finish(paused)).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);

    const aborted = scene.add(3, { transport });
    await scene.clock.settle();
    await scene.clock.runUntil(aborted.abort());
    expect(scene.logged('create')).toHaveLength(2);
    expect(scene.store.uploads.size).toBe(0);
  });

  it('abort drops the parts and forgets the upload', async () => {
    const scene = createScene();
    const uploader = scene.uploader();
    const upload = uploader.add(fileOf(6));
    upload.on('part', ({ state }) => {
      if (state === 'completed') void upload.abort();
    });
    expect(await scene.finish(upload)).toMatchObject({
      code: 'aborted',
      message: 'upload aborted',
    });
    await upload.abort();
    expect(upload.state).toBe('aborted');
    expect(scene.store.uploads.size).toBe(0);
    expect(await uploader.pending()).toEqual([]);
    expect(scene.store.puts.now).toBe(0);
  });

  it('abort that keeps leaves the parts for the next time', async () => {
    const scene = createScene();
    const upload = scene.add(6);
    upload.on('part', ({ state }) => {
      if (state === 'completed') void upload.abort({ keep: true });
    });
    expect(await scene.finish(upload)).toMatchObject({ code: 'aborted' });
    await upload.abort();
    const begun = scene.logged('put').length;
    expect(scene.store.uploads.size).toBe(1);
    expect(await scene.finish(scene.add(6))).toBeNull();
    expect(scene.logged('create')).toHaveLength(1);
    expect(scene.logged('put').length).toBeLessThan(begun + 6);
  });

  it('a signal aborts, before and during', async () => {
    const scene = createScene();
    const controller = new AbortController();
    const during = scene.add(6, {}, { signal: controller.signal });
    during.on('part', () => controller.abort());
    expect(await scene.finish(during)).toBeInstanceOf(UploadError);
    const before = scene.add(6, {}, { signal: AbortSignal.abort() });
    expect(await scene.finish(before)).toMatchObject({ code: 'aborted' });
    expect(scene.logged('create')).toHaveLength(1);
  });

  it('a signal that lives on is let go of when the upload is over', async () => {
    const scene = createScene();
    const { signal } = new AbortController();
    let listening = 0;
    const { addEventListener, removeEventListener } = EventTarget.prototype;
    Object.assign(signal, {
      addEventListener(...parameters: Parameters<typeof addEventListener>) {
        listening += 1;
        addEventListener.apply(signal, parameters);
      },
      removeEventListener(...parameters: Parameters<typeof removeEventListener>) {
        listening -= 1;
        removeEventListener.apply(signal, parameters);
      },
    });
    await scene.add(1, {}, { signal }).abort();
    scene.store.faultFor = (operation) => (operation === 'put' ? { status: 400 } : undefined);
    const resumed = scene.add(1, {}, { signal });
    await scene.finish(resumed);
    expect(listening).toBe(1);
    scene.store.faultFor = () => undefined;
    resumed.resume();
    expect(await scene.finish(resumed)).toBeNull();
    expect(listening).toBe(0);
  });

  it('resume after the store lost the upload sends all parts anew, and says so', async () => {
    const scene = createScene();
    scene.store.faultFor = (operation) => (operation === 'complete' ? 'gone' : undefined);
    const upload = scene.add(2, { concurrentParts: 1 });
    expect(await scene.finish(upload)).toMatchObject({ code: 'no_such_upload' });
    scene.store.faultFor = () => undefined;
    const states: string[] = [];
    scene.store.onPut = () => void states.push(upload.parts.map(({ state }) => state).join());
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(states).toEqual(['uploading,pending', 'completed,uploading']);
  });

  it('resume after a failure tries anew, with the parts that are there', async () => {
    const scene = createScene();
    scene.store.faultFor = (operation, part) =>
      operation === 'put' && part === 4 ? { status: 400 } : undefined;
    const upload = scene.add(4);
    expect(await scene.finish(upload)).toMatchObject({ partNumber: 4 });
    scene.store.faultFor = () => undefined;
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('put 1')).toHaveLength(1);
    expect(upload.snapshot.error).toBeNull();
  });
});

describe('after a reload', () => {
  async function interrupt(scene = createScene()) {
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1500, done));
    const upload = scene.add(5);
    upload.on('part', ({ partNumber, state }) => {
      if (partNumber === 3 && state === 'completed') void upload.abort({ keep: true });
    });
    await scene.finish(upload);
    await upload.abort();
    const [part = { bytes: Buffer.alloc(0), etag: '' }] = [...scene.store.uploads.values()].map(
      ({ parts }) => parts.get(1),
    );
    return { scene, part };
  }

  it('pending() lists what can go on', async () => {
    const { scene } = await interrupt();
    const [pending, ...others] = await scene.uploader().pending();
    expect(pending).toMatchObject({ key: 'file.bin', partSize: 10, file: { size: 50 } });
    expect(others).toEqual([]);
  });

  it('the parts that the server lists are not sent again (SPEC 4)', async () => {
    const { scene } = await interrupt();
    scene.store.log.length = 0;
    const upload = scene.add(5);
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('create')).toEqual([]);
    expect(scene.logged('put 1')).toEqual([]);
    expect(scene.store.objects.get('file.bin')?.bytes).toHaveLength(50);
    expect(await scene.uploader().pending()).toEqual([]);
  });

  it.each([
    ['size', (part: { bytes: Buffer }) => Object.assign(part, { bytes: part.bytes.subarray(1) })],
    ['ETag', (part: { etag: string }) => Object.assign(part, { etag: '"other"' })],
  ])('a listed part of another %s is sent again', async (_what, spoil) => {
    const { scene, part } = await interrupt();
    spoil(part);
    scene.store.log.length = 0;
    expect(await scene.finish(scene.add(5))).toBeNull();
    expect(scene.logged('put 1')).toHaveLength(1);
    expect(scene.store.objects.get('file.bin')?.bytes).toEqual(
      Buffer.from(await fileOf(5).arrayBuffer()),
    );
  });

  it('an upload that the server has swept begins anew', async () => {
    const { scene } = await interrupt();
    scene.store.uploads.clear();
    expect(await scene.finish(scene.add(5))).toBeNull();
    expect(scene.logged('create')).toHaveLength(2);
  });

  it('another file, time or destination is another upload', async () => {
    const identify = (file: File, destination = '') => fingerprintFile(file, file, destination);
    const one = fileOf(5);
    const same = await identify(fileOf(5));
    const touched = new File([one], one.name, { lastModified: 2 });
    const bytes = new Uint8Array(await one.arrayBuffer());
    bytes[49] = 0;
    const changed = new File([bytes], one.name, { lastModified: 1 });
    expect(await identify(one)).toBe(same);
    for (const other of [touched, changed, fileOf(5, 'renamed')]) {
      expect(await identify(other)).not.toBe(same);
    }
    expect(await identify(one, '/elsewhere')).not.toBe(same);
  });

  it('discard drops an upload on the server and in the store', async () => {
    const { scene } = await interrupt();
    const uploader = scene.uploader();
    const [pending] = await uploader.pending();
    if (pending !== undefined) await uploader.discard(pending);
    expect(await uploader.pending()).toEqual([]);
    expect(scene.store.uploads.size).toBe(0);
  });

  it('discard forgets what the server has swept, and fails with one class of errors', async () => {
    const { scene } = await interrupt();
    const uploader = scene.uploader();
    const statuses = [500, 404];
    scene.store.faultFor = () => ({ status: statuses.shift() ?? 0 });
    const [pending] = await uploader.pending();
    if (pending === undefined) throw new Error('nothing is pending');
    await expect(uploader.discard(pending)).rejects.toMatchObject({ code: 'http', status: 500 });
    expect(await uploader.pending()).toHaveLength(1);
    await uploader.discard(pending);
    expect(await uploader.pending()).toEqual([]);
  });

  it('a store that fails does not fail the upload', async () => {
    const scene = createScene();
    const broken = () => Promise.reject(new Error('quota'));
    const store = { ...createMemoryStore(), get: broken, set: broken, delete: broken };
    expect(await scene.finish(scene.add(3, { store }))).toBeNull();
  });
});

describe('many files', () => {
  it('share one limit of connections', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    const uploader = scene.uploader({ maxConnections: 4, concurrentFiles: 5 });
    const uploads = Array.from({ length: 5 }, (_, index) => uploader.add(fileOf(6, `f${index}`)));
    for (const upload of uploads) expect(await scene.finish(upload)).toBeNull();
    expect(scene.store.puts.most).toBe(4);
    expect(scene.store.objects.size).toBe(5);
  });

  it('of one part do not wait for large ones, and leave a connection to the calls', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    const uploader = scene.uploader();
    const add = (parts: number, name: string) => uploader.add(fileOf(parts, name));
    const large = Array.from({ length: 5 }, (_, index) => add(4, `large ${index}`));
    const small = Array.from({ length: 14 }, (_, index) => add(1, `small ${index}`));
    const running = (uploads: Upload[]) =>
      uploads.filter(({ state }) => state === 'uploading').length;
    await scene.clock.advance(50);
    expect([running(large), running(small)]).toEqual([3, 12]);
    for (const upload of [...large, ...small]) expect(await scene.finish(upload)).toBeNull();
    expect(scene.store.puts.most).toBe(5);
  });

  it('of a few bytes go many at once where they share a connection', async () => {
    // The fake store's URLs all have the origin `null`.
    const timings = [{ name: 'fake://page', nextHopProtocol: 'h2' }];
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(timings as never);
    for (const [bytes, most] of [
      [256 * 1024, 12],
      [256 * 1024 + 1, 3],
    ] as const) {
      const scene = createScene();
      scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
      const transport = { ...scene.store.transport, filesPerCall: 100 };
      const uploader = scene.uploader({ transport, partSize: 1024 ** 2 });
      const uploads = Array.from({ length: 30 }, (_, index) =>
        uploader.add(new File([new Uint8Array(bytes)], `${index}`)),
      );
      for (const upload of uploads) expect(await scene.finish(upload)).toBeNull();
      expect(scene.store.puts.most).toBe(most);
    }
    vi.restoreAllMocks();
  });

  it('go as many at once as somebody has said, of whatever size', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(100, done));
    const uploader = scene.uploader({ concurrentFiles: 2 });
    const uploads = [3, 1, 1, 3].map((parts, index) => uploader.add(fileOf(parts, `${index}`)));
    await scene.clock.advance(50);
    const states = uploads.map(({ state }) => state);
    expect(states).toEqual(['uploading', 'uploading', 'idle', 'idle']);
    for (const upload of uploads) expect(await scene.finish(upload)).toBeNull();
  });

  it('go by priority, which may change while they wait, then in order', async () => {
    const scene = createScene();
    const uploader = scene.uploader({ concurrentFiles: 1 });
    const add = (name: string, priority?: number) =>
      uploader.add(fileOf(1, name), priority === undefined ? {} : { priority });
    const uploads = [add('first'), add('low'), add('later', 1), add('high', 2), add('raised')];
    const raised = uploads.at(-1);
    if (raised !== undefined) raised.priority = 3;
    for (const upload of uploads) expect(await scene.finish(upload)).toBeNull();
    expect([...scene.store.objects.keys()]).toEqual(['first', 'raised', 'high', 'later', 'low']);
  });

  it('wait as idle, and a paused one makes room', async () => {
    const scene = createScene();
    const uploader = scene.uploader({ concurrentFiles: 1 });
    const first = uploader.add(fileOf(3, 'first'));
    const second = uploader.add(fileOf(3, 'second'));
    expect(second.state).toBe('idle');
    first.pause();
    expect(await scene.finish(second)).toBeNull();
    first.resume();
    expect(await scene.finish(first)).toBeNull();
  });
});

describe('progress', () => {
  it('never goes back, ends at the size, and comes at most 10 times in any second', async () => {
    const scene = createScene();
    const failures: (Fault | undefined)[] = [{ status: 500 }, undefined, 'drop', 'lost'];
    scene.store.faultFor = (operation) => (operation === 'put' ? failures.shift() : undefined);
    scene.store.onPut = async (_part, report) => {
      for (let bytes = 1; bytes <= PART_SIZE; bytes += 1) {
        await new Promise<void>((done) => void scene.clock.after(17, done));
        report(bytes);
      }
    };
    const upload = scene.add(30);
    const events: (UploadProgress & { atMs: number })[] = [];
    upload.on('progress', (progress) => events.push({ ...progress, atMs: scene.clock.now() }));
    expect(await scene.finish(upload)).toBeNull();
    expect(events.length).toBeGreaterThan(5);
    for (const [index, event] of events.entries()) {
      expect(event.bytes).toBeGreaterThanOrEqual(events[index - 1]?.bytes ?? 0);
      const within = events.filter(({ atMs }) => atMs >= event.atMs && atMs < event.atMs + 1000);
      expect(within.length).toBeLessThanOrEqual(10);
    }
    expect(events.at(-1)?.bytes).toBe(300);
    expect(upload.progress.bytes).toBe(300);
  });

  it('tells a rate that is true from the first byte, also where parts come at once', async () => {
    const scene = createScene();
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(2000, done));
    const rates: number[] = [];
    const upload = scene.add(4, { concurrentParts: 1 });
    upload.on('progress', ({ bytesPerSecond }) => rates.push(bytesPerSecond));
    await scene.finish(upload);
    expect(Math.max(...rates)).toBeCloseTo(PART_SIZE / 2, 0);
  });

  it('tells a rate of 0 within 6 seconds after the last byte, and then nothing more', async () => {
    const scene = createScene();
    const { promise: stalled } = Promise.withResolvers<void>();
    scene.store.onPut = async (_part, report) => {
      await new Promise<void>((done) => void scene.clock.after(500, done));
      report(PART_SIZE / 2);
      await stalled;
    };
    const upload = scene.add(4, { concurrentParts: 1 });
    await scene.clock.advance(1000);
    expect(upload.progress.bytesPerSecond).toBeGreaterThan(0);
    const events: UploadProgress[] = [];
    upload.on('progress', (progress) => events.push(progress));
    await scene.clock.advance(6000);
    expect(upload.progress).toMatchObject({ bytesPerSecond: 0, timeLeftMs: null, bytes: 5 });
    const { length } = events;
    expect(length).toBeLessThanOrEqual(7);
    await scene.clock.advance(10_000);
    expect(events).toHaveLength(length);
    await upload.abort();
  });

  it('does not count the parts of an earlier run for the rate', async () => {
    const scene = createScene();
    const first = scene.add(8, { concurrentParts: 1 });
    const { promise: held, resolve } = Promise.withResolvers<void>();
    scene.store.onPut = (part) => (part <= 6 ? Promise.resolve() : held);
    await scene.clock.advance(1000);
    first.pause();
    await scene.clock.settle();
    resolve();
    const rates: number[] = [];
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(1000, done));
    const again = scene.add(8, { concurrentParts: 1 });
    again.on('progress', ({ bytesPerSecond }) => rates.push(bytesPerSecond));
    expect(await scene.finish(again)).toBeNull();
    expect(Math.max(...rates)).toBeCloseTo(PART_SIZE, 0);
  });

  it('and its rate go on as before when the clock is set back', async () => {
    const scene = createScene();
    let aheadMs = 3_600_000;
    const clock = { ...scene.clock, now: () => scene.clock.now() + aheadMs };
    scene.store.onPut = async (_part, report) => {
      for (let bytes = 1; bytes <= PART_SIZE; bytes += 1) {
        await new Promise<void>((done) => void scene.clock.after(1000, done));
        report(bytes);
      }
    };
    const upload = scene.add(4, { clock, concurrentParts: 1 });
    await scene.clock.advance(10_500);
    aheadMs = 0;
    await scene.clock.advance(10_000);
    expect(upload.progress.bytes).toBe(20);
    expect(upload.progress.bytesPerSecond).toBeCloseTo(1, 0);
    await scene.finish(upload);
  });

  it('tells the rate and the time left', async () => {
    const scene = createScene();
    scene.store.onPut = async (_part, report) => {
      for (let bytes = 1; bytes <= PART_SIZE; bytes += 1) {
        await new Promise<void>((done) => void scene.clock.after(1000, done));
        report(bytes);
      }
    };
    const upload = scene.add(4, { concurrentParts: 1 });
    await scene.clock.advance(20_500);
    expect(upload.progress.bytes).toBe(20);
    expect(upload.progress.bytesPerSecond).toBeCloseTo(1, 0);
    expect(upload.progress.timeLeftMs).toBeGreaterThan(15_000);
    expect(upload.progress.timeLeftMs).toBeLessThan(25_000);
    await scene.finish(upload);
  });
});
