import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf } from './plain-text.tsx';

it('cuts a text where its lines end, and loses nothing', () => {
  const line = fc.string({ maxLength: 9_000 }).map((text) => text.replaceAll('\n', ''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const text = lines.join('\n');
      expect(piecesOf(text).join('\n')).toBe(text);
    }),
  );
  const long = 'x'.repeat(99).concat('\n').repeat(10_000);
  expect(piecesOf(long).length).toBeGreaterThan(50);
});

describe('a long text', () => {
  it('is cut where its lines end', () => {
    const line = `${'x'.repeat(99)}\n`;
    const pieces = piecesOf(line.repeat(1000), 32_768);
    expect(pieces.length).toBeGreaterThan(4);
    expect(pieces.join('\n').trimEnd()).toBe(line.repeat(1000).trimEnd());
  });

  it('of one line is cut within it, but not within a character', () => {
    const text = '😀'.repeat(100_001);
    const pieces = piecesOf(`a${text}`, 32_768);
    expect(pieces.join('')).toBe(`a${text}`);
    expect(pieces.every((piece) => piece.isWellFormed() && piece.length <= 32_768)).toBe(true);
  });

  it('of nothing is one empty piece', () => {
    expect(piecesOf('')).toEqual(['']);
  });
});
