import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { neighboursOf, swipedTo } from './use-preview-moves.ts';

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

const entries = [fakeEntry('folder/'), fakeEntry('a.txt'), fakeEntry('b.txt'), fakeEntry('c.txt')];

describe('the files beside a file', () => {
  it('are those of the list, without its folders', () => {
    expect(neighboursOf(entries, 'b.txt')).toEqual({
      previous: 'a.txt',
      next: 'c.txt',
      position: 2,
      count: 3,
    });
  });

  it('end with the list', () => {
    expect(neighboursOf(entries, 'a.txt').previous).toBeNull();
    expect(neighboursOf(entries, 'c.txt').next).toBeNull();
  });

  it('are none where the list does not have the file', () => {
    expect(neighboursOf(entries, 'gone.txt')).toMatchObject({
      previous: null,
      next: null,
      position: 0,
    });
  });

  it('are those that are left of the list that had the file, after its deletion', () => {
    const left = [fakeEntry('a.txt'), fakeEntry('d.txt')];
    const earlier = [...entries, fakeEntry('d.txt')];
    expect(neighboursOf(left, 'b.txt', earlier)).toEqual({
      previous: 'a.txt',
      next: 'd.txt',
      position: 0,
      count: 2,
    });
  });
});
