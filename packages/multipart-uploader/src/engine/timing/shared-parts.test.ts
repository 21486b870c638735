import { expect, it } from 'vitest';
import { createFakeClock } from '../../../test/fake-clock.ts';
import { createSharedParts } from './shared-parts.ts';

const MEBIBYTE = 2 ** 20;
const PART_BYTES = 5 * MEBIBYTE;
const TICK_MS = 100;
const { signal } = new AbortController();

interface Line {
  /** Bytes per second of the connection. */
  readonly speed: number;
  /** Bytes per second that a part has at most. */
  readonly partSpeed?: number;
  /** Bytes that the way takes before the line matters. */
  readonly bufferBytes?: number;
  /** Bytes per second of an earlier upload. */
  readonly knownSpeed?: number;
}

/** Sends 60 parts for a while; the numbers of parts at once, one for each tenth of a second. */
async function sendOver(
  { speed, partSpeed = speed, bufferBytes = 0, knownSpeed }: Line,
  seconds: number,
): Promise<number[]> {
  const clock = createFakeClock();
  const parts = createSharedParts(clock, { usual: 3, most: 12, patienceMs: 30_000 }, knownSpeed);
  const running = new Map<{ left: number; arriving: number }, () => void>();
  let buffered = 0;
  for (let part = 0; part < 60; part += 1) {
    void parts.queueFor(PART_BYTES).run(
      () => 0,
      signal,
      () =>
        new Promise<void>((done) => {
          running.set({ left: PART_BYTES, arriving: PART_BYTES }, done);
        }),
    );
  }

  const atOnce: number[] = [];
  for (let ms = 0; ms < seconds * 1000; ms += TICK_MS) {
    await clock.advance(TICK_MS);
    atOnce.push(running.size);
    let capacity = (speed * TICK_MS) / 1000;
    buffered = Math.max(0, buffered - capacity);
    const share = capacity / Math.max(1, running.size);
    for (const [part, done] of running) {
      // Handed over, to the line or to the buffer.
      const room = Math.max(share, bufferBytes - buffered);
      const handed = Math.min(part.left, room, (partSpeed * TICK_MS) / 1000 + bufferBytes);
      part.left -= handed;
      buffered += Math.max(0, handed - share);
      if (handed > 0) parts.sent(handed);
      // Parts arrive one after the other.
      const arrives = Math.min(part.arriving, capacity, (partSpeed * TICK_MS) / 1000);
      part.arriving -= arrives;
      capacity -= arrives;
      if (part.arriving <= 0) {
        running.delete(part);
        done();
      }
    }
  }
  return atOnce;
}

it('sends one part at a time where one takes longer than parts may wait', async () => {
  const atOnce = await sendOver({ speed: 150_000 }, 120);
  expect(Math.max(...atOnce)).toBe(1);
});

it('sends one at a time where a buffer hides that the line is slow', async () => {
  const atOnce = await sendOver({ speed: 150_000, bufferBytes: 6 * MEBIBYTE }, 120);
  expect(Math.max(...atOnce)).toBe(1);
});

it('sends twelve at once where each has a small window', async () => {
  const atOnce = await sendOver({ speed: 100 * MEBIBYTE, partSpeed: 0.6 * MEBIBYTE }, 10);
  expect(atOnce.indexOf(12)).toBeGreaterThan(0);
  expect(atOnce.indexOf(12)).toBeLessThan(40);
});

it('sends three at once where more would not be faster', async () => {
  const atOnce = await sendOver({ speed: 2 * MEBIBYTE }, 60);
  expect(atOnce.slice(50).every((count) => count >= 3 && count <= 4)).toBe(true);
});

it('sends three at once from the start where an earlier upload was fast', async () => {
  const atOnce = await sendOver({ speed: 10 * MEBIBYTE, knownSpeed: 10 * MEBIBYTE }, 1);
  expect(atOnce[0]).toBe(3);
});

it('sends half as many after one has broken', async () => {
  const clock = createFakeClock();
  const limits = { usual: 3, most: 12, patienceMs: 30_000 };
  const parts = createSharedParts(clock, limits, 10 * MEBIBYTE);
  const started: (() => void)[] = [];
  for (let part = 0; part < 4; part += 1) {
    const wait = () => new Promise<void>((done) => void started.push(done));
    void parts.queueFor(PART_BYTES).run(() => 0, signal, wait);
  }
  await clock.advance(40_000);
  expect(started).toHaveLength(3);
  parts.broke();
  for (const end of started.slice(0, 2)) end();
  await clock.settle();
  expect(started).toHaveLength(3);
  started[2]?.();
  await clock.settle();
  expect(started).toHaveLength(4);
});
