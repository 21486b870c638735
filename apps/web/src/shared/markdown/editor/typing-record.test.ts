import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeBetween } from './typing-record.ts';

describe('the change between two texts', () => {
  it.each([
    ['', 'a', { from: 0, to: 0, insert: 'a' }],
    ['ab', 'acb', { from: 1, to: 1, insert: 'c' }],
    ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
    ['one two', 'one three', { from: 5, to: 7, insert: 'hree' }],
  ])('of %j and %j is the smallest', (before, after, change) => {
    expect(changeBetween(before, after)).toEqual(change);
  });

  it('is none where nothing has changed', () => {
    expect(changeBetween('same', 'same')).toBeUndefined();
  });

  it('makes the later text of the earlier one, whatever they are', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '汉') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { from, to, insert } = changeBetween(before, after) ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
      }),
    );
  });
});
