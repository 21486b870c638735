import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BodyRefused, measureUploads, medianOf, type SendBody } from './measure.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 ** 2;

describe('measured uploads', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    // The browser's own timeouts do not follow fake timers.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms);
      return controller.signal;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  /** A line on which each upload has its own speed up to a sum, behind a proxy. */
  function createLine({ each = Infinity, all = Infinity, refuses = Infinity, buffers = false }) {
    const sizes: number[] = [];
    let running = 0;
    let most = 0;
    const send: SendBody = async (bytes, signal) => {
      sizes.push(bytes);
      running += 1;
      most = Math.max(most, running);
      // All that run at the same time have begun now.
      await Promise.resolve();
      const elapsedMs = Math.ceil((bytes * 1000) / Math.min(each, all / most));
      try {
        if (bytes >= refuses) throw new BodyRefused();
        await new Promise((resolve, reject) => {
          setTimeout(resolve, elapsedMs);
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      } finally {
        running -= 1;
      }
      return { elapsedMs, receivedInMs: buffers ? 5 : elapsedMs };
    };
    return { send, sizes };
  }

  async function measure(send: SendBody, signal = new AbortController().signal, roundTripMs = 40) {
    const onSeveral = vi.fn();
    const result = measureUploads(send, roundTripMs, signal, onSeveral);
    result.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    return { ...(await result), onSeveral };
  }

  const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

  it('tell one upload from four, and send no more than 35 MiB', async () => {
    const fast = createLine({ each: 100 * MEBIBYTE });
    const measured = await measure(fast.send);
    expect(measured.one).toBeCloseTo(100 * MEBIBYTE, -6);
    expect((measured.several ?? 0) / (measured.one ?? 1)).toBeCloseTo(4, 0);
    expect(measured).toMatchObject({ refusedBytes: undefined, isBuffered: false });
    expect(Math.max(...fast.sizes)).toBe(8 * MEBIBYTE);
    expect(sum(fast.sizes)).toBeLessThanOrEqual(35 * MEBIBYTE);
    const shared = await measure(createLine({ all: MEBIBYTE }).send);
    expect((shared.several ?? 0) / (shared.one ?? 1)).toBeCloseTo(1, 0);
  });

  it('last for several round trips, and tell how long', async () => {
    const line = createLine({ each: 2 * MEBIBYTE });
    const far: SendBody = async (bytes, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { receivedInMs } = await line.send(bytes, signal);
      return { elapsedMs: 0, receivedInMs };
    };
    const { oneTookMs = 0 } = await measure(far, undefined, 300);
    expect(oneTookMs).toBeGreaterThanOrEqual(1200);
    expect((await measure(createLine({ all: KIBIBYTE }).send)).oneTookMs).toBeUndefined();
  });

  it('send little over a slow line', async () => {
    const slow = createLine({ all: 100 * KIBIBYTE });
    const { one, several } = await measure(slow.send);
    expect(one).toBeCloseTo(100 * KIBIBYTE, -3);
    expect(several).toBeCloseTo(100 * KIBIBYTE, -4);
    expect(sum(slow.sizes)).toBeLessThan(800 * KIBIBYTE);
  });

  it('are not misled by a machine that is busy for a moment', async () => {
    const { send } = createLine({ each: 10 * MEBIBYTE });
    let calls = 0;
    const disturbed: SendBody = async (bytes, signal) => {
      calls += 1;
      // The first single upload, and one of the first four real ones at the same time.
      if (calls === 1 || calls === 12) await new Promise((resolve) => setTimeout(resolve, 1000));
      return send(bytes, signal);
    };
    const { one, several } = await measure(disturbed);
    expect(one).toBeCloseTo(10 * MEBIBYTE, -6);
    expect((several ?? 0) / (one ?? 1)).toBeCloseTo(4, 0);
  });

  it('do not take a browser that begins late for a buffering proxy', async () => {
    const { send } = createLine({ each: 200 * MEBIBYTE });
    const late: SendBody = async (bytes, signal) => {
      if (bytes === MEBIBYTE) await new Promise((resolve) => setTimeout(resolve, 500));
      return send(bytes, signal);
    };
    expect((await measure(late)).isBuffered).toBe(false);
  });

  it('end after their time, without a figure if nothing got through', async () => {
    const { one, several, onSeveral } = await measure(createLine({ all: KIBIBYTE }).send);
    expect([one, several]).toEqual([undefined, undefined]);
    expect(onSeveral).not.toHaveBeenCalled();
  });

  it('go on below the size that a proxy refuses', async () => {
    const line = createLine({ each: 50 * MEBIBYTE, refuses: MEBIBYTE });
    const { refusedBytes, one, several } = await measure(line.send);
    expect(refusedBytes).toBe(MEBIBYTE);
    expect(one).toBeCloseTo(50 * MEBIBYTE, -6);
    expect(several).toBeGreaterThan(150 * MEBIBYTE);
    expect(line.sizes.filter((size) => size >= MEBIBYTE)).toHaveLength(1);
  });

  it('notice a proxy that buffers bodies, unless they are too quick to tell', async () => {
    const slow = { all: 4 * MEBIBYTE };
    expect((await measure(createLine({ ...slow, buffers: true }).send)).isBuffered).toBe(true);
    expect((await measure(createLine(slow).send)).isBuffered).toBe(false);
    const near = createLine({ each: 1000 * MEBIBYTE, buffers: true });
    expect((await measure(near.send)).isBuffered).toBe(false);
  });

  it('stop when they are cancelled, and fail when the server does', async () => {
    const controller = new AbortController();
    const line = createLine({ all: 100 * KIBIBYTE });
    setTimeout(() => controller.abort(), 300);
    await expect(measure(line.send, controller.signal)).rejects.toThrow(/abort/i);
    expect(line.sizes).toHaveLength(1);
    await expect(measure(() => Promise.reject(new Error('down')))).rejects.toThrow('down');
  });
});

describe('the median', () => {
  it('is in the middle, whatever the order', () => {
    expect(medianOf([9, 1, 5])).toBe(5);
    expect(medianOf([4, 1, 2, 100])).toBe(3);
    expect(medianOf([7])).toBe(7);
  });
});
