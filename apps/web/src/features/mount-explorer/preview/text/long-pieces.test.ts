import { describe, expect, it } from 'vitest';
import { longPiecesOf } from './long-pieces.ts';

describe('a long text', () => {
  it('is cut where its lines end', () => {
    const line = `${'x'.repeat(99)}\n`;
    const pieces = longPiecesOf(line.repeat(1000));
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join('\n').trimEnd()).toBe(line.repeat(1000).trimEnd());
  });

  it('of one line is cut within it, but not within a character', () => {
    const text = '😀'.repeat(100_001);
    const pieces = longPiecesOf(`a${text}`);
    expect(pieces.join('')).toBe(`a${text}`);
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 32_768)).toBe(true);
  });

  it('of nothing is one empty piece', () => {
    expect(longPiecesOf('')).toEqual(['']);
  });
});
