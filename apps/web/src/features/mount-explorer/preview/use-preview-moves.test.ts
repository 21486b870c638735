import { describe, expect, it } from 'vitest';
import { swipedTo } from './use-preview-moves.ts';

describe('a swipe', () => {
  const beside = { previous: 'before', next: 'after' };

  it('turns to the next file from right to left, and back', () => {
    expect(swipedTo(-120, 10, beside)).toBe('after');
    expect(swipedTo(120, -10, beside)).toBe('before');
  });

  it('is none where it is short, or where somebody scrolls', () => {
    expect(swipedTo(-30, 0, beside)).toBeNull();
    expect(swipedTo(-120, 90, beside)).toBeNull();
  });

  it('leads nowhere at the end of the list', () => {
    expect(swipedTo(-120, 0, { previous: 'before', next: null })).toBeNull();
  });
});
