import { describe, expect, it } from 'vitest';
import { neighbourOf, noteChoice, pendingReveal, revealLater } from './revealed-entries.ts';

const listed = ['a', 'b', 'c', 'd'].map((path) => ({ path }));

describe('the neighbour of removed entries', () => {
  it('is the next one that stays', () => {
    expect(neighbourOf(listed, new Set(['b']))?.path).toBe('c');
    expect(neighbourOf(listed, new Set(['a', 'c']))?.path).toBe('d');
  });

  it('is the one before at the end of the list, and nothing in an empty list', () => {
    expect(neighbourOf(listed, new Set(['c', 'd']))?.path).toBe('b');
    expect(neighbourOf(listed, new Set(['a', 'b', 'c', 'd']))).toBeUndefined();
  });
});

describe('results of a long operation', () => {
  it('are revealed at its end', () => {
    const reveal = revealLater();
    reveal(['a']);
    expect([...(pendingReveal.get()?.paths ?? [])]).toEqual(['a']);
  });

  it('do not replace what the user has selected in the meantime', () => {
    const reveal = revealLater();
    noteChoice();
    reveal(['a']);
    expect(pendingReveal.get()).toBeNull();
  });
});
