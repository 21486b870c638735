import { describe, expect, it, vi } from 'vitest';
import type { PartSender } from '../src/engine/ports.ts';
import type { Fault } from './fake-store.ts';
import { createScene, type Scene } from './scene.ts';

/** Injects the given faults into the attempts of part 1, in order. */
function failPartOne(scene: Scene, ...faults: (Fault | undefined)[]): void {
  scene.store.faultFor = (operation, partNumber) =>
    operation === 'put' && partNumber === 1 ? faults.shift() : undefined;
}

function failOn(scene: Scene, failing: string, ...faults: (Fault | undefined)[]): void {
  scene.store.faultFor = (operation) => (operation === failing ? faults.shift() : undefined);
}

function timesOfPartOne(scene: Scene): number[] {
  const times: number[] = [];
  scene.store.onPut = (partNumber) => {
    if (partNumber === 1) times.push(scene.clock.now());
  };
  return times;
}

/**
 * Simulates a connection that transfers one and a half parts between two cuts. Parts share it, and each cut
 * ends all of them.
 */
function linkCutEvery(scene: Scene, cutMs: number): PartSender {
  const { clock, store } = scene;
  const onItsWay = new Set<() => void>();
  const cut = () => {
    for (const end of onItsWay) end();
    clock.after(cutMs, cut);
  };
  clock.after(cutMs, cut);
  return {
    ...store.send,
    async put(request) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const end = () => reject(new TypeError('network'));
      onItsWay.add(end);
      // The PUT ends when its share of the connection has transferred it.
      let left = cutMs / 1.5;
      const carry = () => {
        left -= 100 / onItsWay.size;
        if (left <= 0) resolve();
        else clock.after(100, carry);
      };
      carry();
      await promise.finally(() => onItsWay.delete(end));
      return store.send.put(request);
    },
  };
}

describe('a slow link that is cut again and again', () => {
  it('gets a file through that is longer than its retries', async () => {
    const scene = createScene();
    const upload = scene.add(20, { send: linkCutEvery(scene, 3000) });
    expect(await scene.finish(upload)).toBeNull();
    expect(upload.state).toBe('completed');
  });

  it('is given up where nothing gets through', async () => {
    const scene = createScene();
    const upload = scene.add(20, { send: linkCutEvery(scene, 300) });
    scene.store.faultFor = (operation) => (operation === 'put' ? 'drop' : undefined);
    expect(await scene.finish(upload)).toMatchObject({ code: 'part_failed' });
  });
});

describe('parts that share one connection', () => {
  /** A scene in which the page has been loaded over HTTP/2. */
  function createSharedScene() {
    // The fake store's URLs all have the origin `null`.
    const timings = [{ name: 'fake://page', nextHopProtocol: 'h2' }];
    const told = vi.spyOn(performance, 'getEntriesByType').mockReturnValue(timings as never);
    return { scene: createScene(), told };
  }

  it('run three at a time where the sender has other connections for them', async () => {
    const { scene, told } = createSharedScene();
    const partSize = 1024 ** 2;
    scene.store.onPut = () => new Promise((done) => void scene.clock.after(35_000, done));
    const send = { ...scene.store.send, reportsProgress: false, isApart: () => true };
    const file = new File([new Uint8Array(6 * partSize)], 'large');
    expect(await scene.finish(scene.uploader({ partSize, send }).add(file))).toBeNull();
    told.mockRestore();
    expect(scene.store.puts.most).toBe(3);
  });

  it('are sent once each on a line that is slow behind its buffers', async () => {
    const { scene, told } = createSharedScene();
    const partSize = 1024 ** 2;
    let line = Promise.resolve();
    scene.store.onPut = (_part, report) => {
      report(partSize);
      line = line.then(() => new Promise((done) => void scene.clock.after(35_000, done)));
      return line;
    };
    const file = new File([new Uint8Array(6 * partSize)], 'large');
    expect(await scene.finish(scene.uploader({ partSize }).add(file))).toBeNull();
    told.mockRestore();
    expect(scene.logged('put')).toHaveLength(6);
  });

  /** Sends three parts over HTTP/2, each of which has its turn after the one before. */
  async function sendInTurns(secondsEach: number, progressEverySeconds: number) {
    const { scene, told } = createSharedScene();
    const pause = (seconds: number) =>
      new Promise<void>((done) => void scene.clock.after(seconds * 1000, done));
    let turn = Promise.resolve();
    scene.store.onPut = (_part, report) => {
      turn = turn.then(async () => {
        for (let second = 0; second < secondsEach; second += progressEverySeconds) {
          await pause(progressEverySeconds);
          report(Math.min(9, second + 1));
        }
      });
      return turn;
    };
    const failure = await scene.finish(scene.add(3, { concurrentParts: 3, retries: 0 }));
    told.mockRestore();
    return failure;
  }

  it('are not stalled while one of them is sent', async () => {
    expect(await sendInTurns(40, 5)).toBeNull();
  });

  it('are stalled where none is sent', async () => {
    expect(await sendInTurns(40, 40)).toMatchObject({
      ...{ code: 'part_failed', cause: { code: 'stalled' } },
    });
  });
});

describe('a line that takes long after the last byte was handed over', () => {
  it('gets parts through, because each attempt that stalls doubles the time', async () => {
    const scene = createScene();
    scene.store.onPut = (_part, report) => {
      report(10);
      return new Promise<void>((done) => void scene.clock.after(100_000, done));
    };
    expect(await scene.finish(scene.add(4, { concurrentParts: 1 }))).toBeNull();
    // 60 s are too short for the first; the others have 120 s from the beginning.
    expect(scene.logged('put')).toEqual(['put 1', 'put 1', 'put 2', 'put 3', 'put 4']);
  });
});

describe('a part that fails', () => {
  it('is retried 3 times, after 1, 2 and 3 s (SPEC 4)', async () => {
    const scene = createScene();
    const times = timesOfPartOne(scene);
    failPartOne(scene, 'drop', { status: 500 }, 'drop');
    expect(await scene.finish(scene.add(1))).toBeNull();
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1000, 3000, 6000]);
  });

  it('fails the upload after its retries, saying which part and why (SPEC 8)', async () => {
    const scene = createScene();
    failPartOne(scene, ...Array.from({ length: 4 }, () => ({ status: 500 })));
    const upload = scene.add(2);
    expect(await scene.finish(upload)).toMatchObject({
      ...{ code: 'part_failed', message: 'some parts failed to upload' },
      ...{ partNumber: 1, status: 500, retryable: true, cause: { code: 'http' } },
    });
    expect(upload.state).toBe('failed');
    expect(upload.parts[0]?.state).toBe('failed');
  });

  it.each([1.5, -1, Number.NaN])(
    'is not retried for ever where retries are %s',
    async (retries) => {
      const scene = createScene();
      failOn(scene, 'put', ...Array.from({ length: 20 }, () => ({ status: 500 })));
      expect(await scene.finish(scene.add(1, { retries }))).toMatchObject({ code: 'part_failed' });
    },
  );

  it('is not retried where the store refuses it for good', async () => {
    const scene = createScene();
    failPartOne(scene, { status: 400 });
    expect(await scene.finish(scene.add(1))).toMatchObject({ status: 400, retryable: false });
    expect(scene.logged('put')).toHaveLength(1);
  });

  it('waits as long as Retry-After says, in seconds or as a date', async () => {
    const scene = createScene();
    const times = timesOfPartOne(scene);
    const date = new Date(scene.clock.now() + 60_000).toUTCString();
    failPartOne(scene, { status: 503, retryAfter: '20' }, { status: 503, retryAfter: date });
    expect(await scene.finish(scene.add(1))).toBeNull();
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 20_000, 60_000]);
  });

  it.each([3_600_000, -3_600_000])(
    'reads the date of Retry-After by the clock of a store that is %i ms ahead',
    async (skewMs) => {
      const scene = createScene();
      scene.store.skewMs = skewMs;
      const times = timesOfPartOne(scene);
      const date = new Date(scene.clock.now() + skewMs + 20_000).toUTCString();
      failPartOne(scene, { status: 503, retryAfter: date });
      expect(await scene.finish(scene.add(1))).toBeNull();
      expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 20_000]);
    },
  );

  it('is cut after 30 s without progress', async () => {
    const scene = createScene();
    failPartOne(scene, 'hang');
    const start = scene.clock.now();
    expect(await scene.finish(scene.add(1))).toBeNull();
    expect(scene.clock.now() - start).toBe(31_000);
  });

  it('is cut after 300 s even while it moves (SPEC 9)', async () => {
    const scene = createScene();
    let tries = 0;
    scene.store.onPut = async (_part, report) => {
      tries += 1;
      if (tries > 1) return;
      for (let bytes = 1; bytes < 9; bytes += 0.1) {
        await new Promise<void>((done) => void scene.clock.after(20_000, done));
        report(bytes);
      }
    };
    const start = scene.clock.now();
    const upload = scene.add(1);
    expect(await scene.finish(upload)).toBeNull();
    expect(tries).toBe(2);
    expect(scene.clock.now() - start).toBe(301_000);
  });

  it('without an ETag fails at once and says how to expose it (SPEC 5)', async () => {
    const scene = createScene();
    failPartOne(scene, 'noEtag');
    expect(await scene.finish(scene.add(1))).toMatchObject({
      code: 'missing_etag',
      message: expect.stringContaining('no ETag obtained'),
      partNumber: 1,
    });
    expect(scene.logged('put')).toHaveLength(1);
  });
});

describe('without a network', () => {
  it('waits, spends no retries, and goes on when it is back', async () => {
    const scene = createScene();
    const { clock, network } = scene;
    scene.store.faultFor = (operation) =>
      operation === 'put' && !network.isOnline ? 'drop' : undefined;
    network.isOnline = false;
    const upload = scene.add(2, { retries: 0 });
    await clock.advance(3_600_000);
    expect(upload.snapshot).toMatchObject({ state: 'uploading', isOffline: true });
    expect(scene.logged('put').length).toBeLessThanOrEqual(2);
    network.comeBack();
    expect(await scene.finish(upload)).toBeNull();
    expect(upload.snapshot.isOffline).toBe(false);
  });

  it('is not waited for any more by an upload that has failed', async () => {
    const scene = createScene();
    scene.network.isOnline = false;
    failPartOne(scene, 'drop');
    scene.store.onPut = (partNumber) =>
      new Promise<void>((done) => void scene.clock.after(partNumber * 1000, done));
    const { faultFor } = scene.store;
    scene.store.faultFor = (operation, partNumber) =>
      partNumber === 2 ? { status: 400 } : faultFor(operation, partNumber);
    const upload = scene.add(2);
    expect(await scene.finish(upload)).toMatchObject({ partNumber: 2, status: 400 });
    expect(upload.snapshot).toMatchObject({ state: 'failed', isOffline: false });
  });

  it('does not wait for one that is not needed: the store may be on localhost', async () => {
    const scene = createScene();
    scene.network.isOnline = false;
    expect(await scene.finish(scene.add(2))).toBeNull();
  });
});

describe('signed URLs', () => {
  it('are signed in windows, the next one ahead of need', async () => {
    const scene = createScene();
    expect(await scene.finish(scene.add(20, { urlsPerRequest: 6 }))).toBeNull();
    const { log } = scene.store;
    expect(log.indexOf('sign 1,2,3,4,5,6')).toBeLessThan(log.indexOf('put 1'));
    expect(log.findIndex((entry) => entry.startsWith('sign 7'))).toBeLessThan(log.indexOf('put 7'));
    expect(scene.logged('sign').length).toBeLessThanOrEqual(4);
    expect(scene.logged('put')).toHaveLength(20);
  });

  it('that come with create are used', async () => {
    const scene = createScene();
    const transport = { ...scene.store.transport };
    transport.create = async (request, signal) => {
      const created = await scene.store.transport.create(request, signal);
      const reference = { ...created, file: request.file, metadata: null };
      const all = { partNumbers: [1, 2], slice: () => new Blob() };
      const signed = await scene.store.transport.signParts({ ...reference, ...all }, signal);
      return { ...created, signed };
    };
    expect(await scene.finish(scene.add(2, { transport }))).toBeNull();
    expect(scene.logged('sign')).toHaveLength(1);
  });

  it('are renewed before they expire', async () => {
    const scene = createScene();
    scene.store.urlLifetimeMs = 60_000;
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(20_000, done));
    const statuses = recordStatuses(scene);
    expect(await scene.finish(scene.add(9, { concurrentParts: 1 }))).toBeNull();
    expect(statuses).toEqual(Array.from({ length: 9 }, () => 200));
  });

  it('are renewed in time when the server gives their end by a clock that is an hour off', async () => {
    const scene = createScene();
    scene.store.urlLifetimeMs = 60_000;
    scene.store.skewMs = -3_600_000;
    scene.store.onPut = () => new Promise<void>((done) => void scene.clock.after(20_000, done));
    const transport = { ...scene.store.transport };
    transport.signParts = async (request, signal) => {
      const { urls } = await scene.store.transport.signParts(request, signal);
      return { urls, expiresAtMs: scene.clock.now() + scene.store.skewMs + 60_000 };
    };
    const statuses = recordStatuses(scene);
    expect(await scene.finish(scene.add(6, { concurrentParts: 1, transport }))).toBeNull();
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200));
    expect(scene.logged('sign').length).toBeLessThanOrEqual(5);
  });

  it('that the store refuses with 403 are renewed without spending a retry', async () => {
    const scene = createScene();
    failPartOne(scene, { status: 403 }, { status: 403 });
    const start = scene.clock.now();
    expect(await scene.finish(scene.add(1, { retries: 0 }))).toBeNull();
    expect(scene.clock.now()).toBe(start);
    expect(scene.logged('sign')).toHaveLength(3);
  });

  it('that are refused again and again fail the part with 403', async () => {
    const scene = createScene();
    scene.store.faultFor = (operation) => (operation === 'put' ? { status: 403 } : undefined);
    const error = await scene.finish(scene.add(1));
    expect(error).toMatchObject({ code: 'part_failed', status: 403 });
    expect(scene.logged('put')).toHaveLength(4);
  });

  it('are asked for again when signing fails, and then fail under their own name', async () => {
    const scene = createScene();
    failOn(scene, 'sign', 'drop', { status: 503 }, 'hang');
    expect(await scene.finish(scene.add(1))).toBeNull();
    failOn(scene, 'sign', 'drop', 'drop', 'drop', 'drop');
    expect(await scene.finish(scene.add(2))).toMatchObject({
      code: 'sign_failed',
      message: 'failed to refresh presigned URLs',
      retryable: true,
    });
  });
});

describe('complete', () => {
  it.each(['lost', 'hangAfter'] as const)('%s is found to have worked', async (fault) => {
    const scene = createScene();
    failOn(scene, 'complete', fault);
    expect(await scene.finish(scene.add(2))).toBeNull();
    expect(scene.logged('complete')).toHaveLength(1);
    expect(scene.logged('head')).toHaveLength(1);
  });

  it('that did not arrive is repeated', async () => {
    const scene = createScene();
    failOn(scene, 'complete', 'drop', { status: 500 });
    expect(await scene.finish(scene.add(2))).toBeNull();
    expect(scene.store.objects.get('file.bin')?.bytes).toHaveLength(20);
  });

  it('does not take an older object of the same size for its own', async () => {
    const scene = createScene();
    const older = { bytes: Buffer.alloc(20), etag: '"0-2"', lastModifiedMs: 0 };
    scene.store.objects.set('file.bin', older);
    failOn(scene, 'complete', 'gone');
    expect(await scene.finish(scene.add(2))).toMatchObject({ code: 'no_such_upload' });
  });

  it.each([{ status: 500 }, 'drop', 'hang'] as const)(
    '%j is repeated though an object of that size was written a minute before',
    async (fault) => {
      const scene = createScene();
      const older = { bytes: Buffer.alloc(20), etag: '"0-2"', lastModifiedMs: scene.clock.now() };
      scene.store.objects.set('file.bin', older);
      failOn(scene, 'complete', fault);
      expect(await scene.finish(scene.add(2))).toBeNull();
      expect(scene.store.objects.get('file.bin')?.bytes).not.toEqual(older.bytes);
    },
  );

  it('does not take what was written minutes before for its own where the clock is known', async () => {
    const scene = createScene();
    const lastModifiedMs = scene.clock.now() - 120_000;
    scene.store.objects.set('file.bin', { bytes: Buffer.alloc(20), etag: '"0-2"', lastModifiedMs });
    failOn(scene, 'complete', 'gone');
    expect(await scene.finish(scene.add(2))).toMatchObject({ code: 'no_such_upload' });
  });

  it('that worked unnoticed is repeated after a reload where the server lists the file as its only part', async () => {
    const scene = createScene();
    const { transport, objects } = scene.store;
    const made = () => {
      const { bytes, etag } = objects.get('file.bin') ?? { bytes: Buffer.alloc(0), etag: '' };
      return { size: bytes.length, etag };
    };
    const cut = scene.add(1, {
      transport: {
        ...transport,
        async complete(request, signal) {
          await transport.complete(request, signal);
          void cut.abort({ keep: true });
          return new Promise(() => {});
        },
      },
    });
    expect(await scene.finish(cut)).toMatchObject({ code: 'aborted' });
    const listParts = async () => [{ partNumber: 1, ...made() }];
    const answering = { ...transport, listParts, complete: async () => made() };
    expect(await scene.finish(scene.add(1, { transport: answering }))).toBeNull();
    expect(scene.logged('put')).toHaveLength(1);
  });

  it('that fails once is repeated where a missing object is told by a 404', async () => {
    const scene = createScene();
    failOn(scene, 'complete', { status: 500 });
    const headObject = () => Promise.reject(Object.assign(new Error('head'), { status: 404 }));
    const transport = { ...scene.store.transport, headObject };
    expect(await scene.finish(scene.add(2, { transport }))).toBeNull();
    expect(scene.logged('abort')).toEqual([]);
  });

  it('that is refused fails under its own name', async () => {
    const scene = createScene();
    failOn(scene, 'complete', { status: 400 });
    const upload = scene.add(2);
    expect(await scene.finish(upload)).toMatchObject({ code: 'complete_failed', status: 400 });
    upload.resume();
    expect(await scene.finish(upload)).toBeNull();
    expect(scene.logged('create')).toHaveLength(2);
  });

  it('of another size than the file fails', async () => {
    const scene = createScene();
    const transport = { ...scene.store.transport, complete: async () => ({ size: 19 }) };
    expect(await scene.finish(scene.add(2, { transport }))).toMatchObject({
      code: 'size_mismatch',
    });
  });
});

function recordStatuses(scene: Scene): number[] {
  const statuses: number[] = [];
  const { put } = scene.store.send;
  Object.assign(scene.store.send, {
    put: async (request: Parameters<typeof put>[0]) => {
      const response = await put(request);
      statuses.push(response.status);
      return response;
    },
  });
  return statuses;
}
