import { describe, expect, it } from 'vitest';
import { arrivalsOf, changeOf, hintOf } from './arrivals.ts';

const bundle = { item_count: 12, total_size: 300, coming_count: 188, coming_size: 900 };

describe('what has arrived of a bundle', () => {
  it('counts stored files, and the sent bytes of those under way', () => {
    const coming = [
      { sent: 40, size: 100 },
      { sent: null, size: 800 },
    ];
    expect(arrivalsOf(bundle, coming)).toEqual({
      storedCount: 12,
      totalCount: 200,
      sentBytes: 340,
      totalBytes: 1200,
    });
  });

  it('is never more than all of it, whatever the sender reports', () => {
    const coming = [{ sent: 5000, size: 100 }];
    expect(arrivalsOf(bundle, coming).sentBytes).toBe(400);
    expect(arrivalsOf({ ...bundle, coming_size: 50 }, coming).sentBytes).toBe(350);
  });
});

describe('the hint for visitors', () => {
  it('promises no downloads before the first file has arrived', () => {
    expect(hintOf({ storedCount: 0 }, false)).toBe('nothingHint');
    expect(hintOf({ storedCount: 1 }, false)).toBe('hint');
    expect(hintOf({ storedCount: 0 }, true)).toBe('pausedHint');
  });
});

describe('the last change', () => {
  const arrivals = arrivalsOf(bundle, []);

  it('keeps its time while nothing moves', () => {
    const first = changeOf(null, arrivals, 1000);
    expect(changeOf(first, { ...arrivals }, 90_000)).toBe(first);
  });

  it('is now when a byte, a file or an announcement has come', () => {
    const first = changeOf(null, arrivals, 1000);
    for (const field of ['storedCount', 'totalCount', 'sentBytes', 'totalBytes'] as const) {
      const moved = { ...arrivals, [field]: arrivals[field] + 1 };
      expect(changeOf(first, moved, 2000).atMs).toBe(2000);
    }
  });
});
