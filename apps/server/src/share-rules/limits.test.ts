import { describe, expect, it } from 'vitest';
import { expiryInHours, shareState, toStoredExpiry, toStoredMaxViews } from './limits.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);

describe('limits of shares (SPEC 5, CONTRACT A3)', () => {
  it.each([
    [{ expiresAt: null, maxViews: null, views: 1e9 }, 'open'],
    [{ expiresAt: at(1), maxViews: 1, views: 0 }, 'open'],
    [{ expiresAt: at(0), maxViews: null, views: 0 }, 'expired'],
    [{ expiresAt: null, maxViews: 1, views: 1 }, 'used_up'],
    [{ expiresAt: null, maxViews: 1, views: 2 }, 'used_up'],
    [{ expiresAt: at(-1), maxViews: 1, views: 1 }, 'expired'],
  ] as const)('%o is %s', (limits, state) => {
    expect(shareState(limits, NOW)).toBe(state);
  });

  it('stores 0 max views as unlimited, and keeps absent apart from null', () => {
    expect([0, 5, null, undefined].map(toStoredMaxViews)).toEqual([null, 5, null, undefined]);
  });

  it('takes an expiry of the future only', () => {
    expect(toStoredExpiry(at(1).toISOString(), NOW)).toEqual(at(1));
    expect([toStoredExpiry(null, NOW), toStoredExpiry(undefined, NOW)]).toEqual([null, undefined]);
    for (const past of [at(0), at(-1)]) {
      expect(() => toStoredExpiry(past.toISOString(), NOW)).toThrow('shares.expiry_invalid');
    }
  });

  it('lets a form send back the expiry that a share has, also when it is over', () => {
    expect(toStoredExpiry(at(-1).toISOString(), NOW, at(-1))).toEqual(at(-1));
    expect(() => toStoredExpiry(at(-2).toISOString(), NOW, at(-1))).toThrow();
  });

  it('counts hours from now, 0 for never', () => {
    expect(expiryInHours(1.5, NOW)).toEqual(at(5_400_000));
    expect([0, null, undefined].map((hours) => expiryInHours(hours, NOW))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
