import { describe, expect, it } from 'vitest';
import { fakeEntry } from '#shared/testing/fake-entry.ts';
import { findTyped } from './type-ahead.ts';

const entries = ['apple', 'banana', 'Berry', 'blue', '照片'].map((name) => fakeEntry(name));

describe('type-ahead', () => {
  it.each([
    ['b', 0, 1],
    ['b', 1, 2],
    ['bb', 2, 3],
    ['b', 3, 1],
    ['be', 2, 2],
    ['bl', 1, 3],
    ['照', 0, 4],
    ['A', 3, 0],
  ])('%j from entry %d leads to entry %d', (typed, active, expected) => {
    expect(findTyped(entries, typed, active)).toBe(expected);
  });

  it('leads nowhere where no name begins so', () => {
    expect(findTyped(entries, 'zz', 0)).toBeUndefined();
    expect(findTyped([], 'a', 0)).toBeUndefined();
  });
});
