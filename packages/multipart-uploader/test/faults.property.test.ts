import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UploadError } from '../src/engine/errors.ts';
import type { Upload } from '../src/engine/upload.ts';
import { createUploader } from '../src/engine/uploader.ts';
import { createFakeClock } from './fake-clock.ts';
import { createFakeStore, createMemoryStore, type Fault, type Operation } from './fake-store.ts';

const fault = fc.oneof(
  fc.constantFrom<Fault>('drop', 'lost', 'hang', 'hangAfter', 'gone', 'noEtag'),
  fc.record({
    status: fc.constantFrom(400, 403, 404, 408, 412, 429, 500, 503),
    retryAfter: fc.constantFrom('1', '7'),
  }),
);
/** Faults for the first requests of each kind; later requests succeed. */
const faults = fc.record<Record<Operation, (Fault | undefined)[]>>({
  create: fc.array(fc.option(fault, { nil: undefined, freq: 3 }), { maxLength: 4 }),
  sign: fc.array(fc.option(fault, { nil: undefined, freq: 3 }), { maxLength: 6 }),
  list: fc.array(fc.option(fault, { nil: undefined, freq: 3 }), { maxLength: 4 }),
  put: fc.array(fc.option(fault, { nil: undefined, freq: 2 }), { maxLength: 24 }),
  complete: fc.array(fc.option(fault, { nil: undefined, freq: 2 }), { maxLength: 6 }),
  head: fc.array(fc.option(fault, { nil: undefined, freq: 3 }), { maxLength: 4 }),
  abort: fc.array(fc.option(fault, { nil: undefined, freq: 2 }), { maxLength: 2 }),
});
/** Action of the user after a number of parts have started. */
const interruption = fc.record({
  afterPuts: fc.integer({ min: 1, max: 12 }),
  action: fc.constantFrom('pause', 'reload', 'abort', 'keep', 'expire'),
});
const scenario = fc.record({
  bytes: fc.uint8Array({ maxLength: 60 }),
  partSize: fc.integer({ min: 1, max: 16 }),
  urlLifetimeMs: fc.constantFrom(undefined, 2_000, 100_000),
  skewMs: fc.constantFrom(0, 3_600_000, -3_600_000),
  hasOlderObject: fc.boolean(),
  readableParts: fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined, freq: 5 }),
  faults,
  interruptions: fc.array(interruption, { maxLength: 3 }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

async function play({ bytes, partSize, ...world }: Scenario) {
  const clock = createFakeClock();
  const store = createFakeStore(clock);
  store.urlLifetimeMs = world.urlLifetimeMs;
  store.skewMs = world.skewMs;
  store.faultFor = (operation) => world.faults[operation].shift();
  if (world.hasOlderObject) {
    // Has the same size and number of parts; only its age differs.
    const partCount = Math.max(1, Math.ceil(bytes.length / partSize));
    const lastModifiedMs = clock.now() + world.skewMs - 86_400_000;
    const other = Buffer.alloc(bytes.length, 'x');
    store.objects.set('a', { bytes: other, etag: `"0-${partCount}"`, lastModifiedMs });
  }
  const settings = { ...store, store: createMemoryStore(), clock, partSize };
  const file = createFile(bytes, world.readableParts);
  const add = () => {
    const added = createUploader(settings).add(file);
    watch(added, bytes.length);
    return added;
  };
  let upload = add();

  let puts = 0;
  store.onPut = () => {
    puts += 1;
    const due = world.interruptions.findIndex(({ afterPuts }) => afterPuts === puts);
    const [{ action } = { action: null }] = due < 0 ? [] : world.interruptions.splice(due, 1);
    if (action === 'expire') store.uploads.clear();
    if (action === 'abort' || action === 'keep') void upload.abort({ keep: action === 'keep' });
    if (action === 'pause') {
      const paused = upload;
      paused.pause();
      // After a failure, resuming would be another upload.
      clock.after(500, () => paused.snapshot.isPaused && paused.resume());
    }
    if (action === 'reload') {
      const left = upload;
      // Simulates a closed page: its requests end, and it reports nothing any more.
      void left.abort({ keep: true });
      upload = add();
    }
  };

  for (;;) {
    const current = upload;
    const error = await clock.runUntil(current.done).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (current !== upload) continue;
    if (upload.state === 'aborted') await clock.runUntil(upload.abort());
    const requests = store.log.length;
    await clock.advance(600_000);
    // An upload that has ended makes no request and reports nothing.
    expect(store.log.slice(requests)).toEqual([]);
    return { upload, store, error };
  }
}

/** File of which only some parts can be read, as if the user replaced it meanwhile. */
function createFile(
  bytes: Uint8Array<ArrayBuffer>,
  readableParts = Number.POSITIVE_INFINITY,
): File {
  const file = new File([bytes], 'a', { lastModified: 7 });
  let left = readableParts;
  const slice = file.slice.bind(file);
  file.slice = (...range) => {
    const part = slice(...range);
    left -= 1;
    if (left < 0) {
      part.arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'));
    }
    return part;
  };
  return file;
}

/** Checks each event: progress only grows, up to the size, and there is one end. */
function watch(upload: Upload, sizeBytes: number): void {
  let bytes = 0;
  let end: string | undefined;
  upload.on('progress', (progress) => {
    const isFine = progress.bytes >= bytes && progress.bytes <= sizeBytes;
    if (!isFine) violations.push(`${progress.bytes} of ${sizeBytes} bytes after ${bytes}`);
    bytes = progress.bytes;
  });
  upload.on('state', ({ state }) => {
    if (end !== undefined) violations.push(`${state} after ${end}`);
    if (['completed', 'failed', 'aborted'].includes(state)) end = state;
  });
}

/** Wrong events, and rejections that nothing has handled. */
const violations: unknown[] = [];
const onUnhandled = (reason: unknown) => void violations.push(reason);
beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(() => void process.off('unhandledRejection', onUnhandled));

describe('an upload, whatever faults come', () => {
  it('ends with exactly the file stored, or failed or aborted, never wrongly completed', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (world) => {
        const { upload, store, error } = await play(structuredClone(world));
        if (upload.state === 'completed') {
          expect(error).toBeNull();
          const stored = store.objects.get('a')?.bytes;
          expect(stored?.equals(world.bytes)).toBe(true);
          expect(upload.progress.bytes).toBe(world.bytes.length);
          expect(upload.parts.every(({ state }) => state === 'completed')).toBe(true);
        } else {
          expect(['failed', 'aborted']).toContain(upload.state);
          expect(error).toBeInstanceOf(UploadError);
        }
      }),
      { numRuns: 300 },
    );
    expect(violations).toEqual([]);
  }, 120_000);

  it('completes wherever no fault outlasts the retries (SPEC 4)', async () => {
    const passing = fc.constantFrom<Fault | undefined>(
      ...(['drop', 'lost', 'hang', 'hangAfter', undefined, undefined] as const),
      { status: 503, retryAfter: '2' },
      { status: 500 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 40 }),
        fc.array(passing, { maxLength: 3 }),
        fc.array(passing, { maxLength: 3 }),
        fc.array(passing, { maxLength: 3 }),
        async (bytes, create, put, complete) => {
          const none = { sign: [], list: [], head: [], abort: [] };
          const { upload, store } = await play({
            ...{ bytes, partSize: 7, urlLifetimeMs: undefined, skewMs: 0, hasOlderObject: false },
            readableParts: undefined,
            ...{ faults: { create, put, complete, ...none }, interruptions: [] },
          });
          expect(upload.state).toBe('completed');
          expect(store.objects.get('a')?.bytes.equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);
});
