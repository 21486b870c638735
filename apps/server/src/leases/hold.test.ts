import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLeaseKeeper, readStopwatch } from './hold.ts';

const TTL_MS = 30_000;
const RENEW_MS = 10_000;

describe('a lease (SECURITY 21)', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const keep = (renew: () => Promise<ReadonlySet<string>>) => {
    const onError = vi.fn();
    const keeper = createLeaseKeeper({ ttlMs: TTL_MS, renewMs: RENEW_MS, renew, onError });
    return { keeper, hold: keeper.keep('token', readStopwatch()), onError };
  };

  it('is held for as long as it is renewed', async () => {
    const renew = vi.fn(async () => new Set(['token']));
    const { hold } = keep(renew);
    await vi.advanceTimersByTimeAsync(10 * TTL_MS);
    expect(hold.signal.aborted).toBe(false);
    expect(renew).toHaveBeenCalledTimes((10 * TTL_MS) / RENEW_MS);
  });

  it('is lost before others may take it, also while its renewal has no answer', async () => {
    const { hold } = keep(() => new Promise(() => undefined));
    await vi.advanceTimersByTimeAsync(TTL_MS - RENEW_MS / 2);
    expect(hold.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(RENEW_MS / 2);
    expect(hold.signal.aborted).toBe(true);
    expect(() => hold.assertHeld()).toThrow(
      expect.objectContaining({ code: 'file_system.claim_lost' }),
    );
  });

  it('is lost at once where its row has another holder', async () => {
    const { hold } = keep(async () => new Set());
    await vi.advanceTimersByTimeAsync(RENEW_MS);
    expect(hold.signal.aborted).toBe(true);
  });

  it('survives a renewal that fails, which is reported', async () => {
    const renew = vi.fn(async () => new Set(['token']));
    renew.mockRejectedValueOnce(new Error('the database is away'));
    const { hold, onError } = keep(renew);
    await vi.advanceTimersByTimeAsync(2 * TTL_MS);
    expect(hold.signal.aborted).toBe(false);
    expect(onError).toHaveBeenCalledOnce();
  });
});
