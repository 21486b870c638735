import fc from 'fast-check';
import { expect, it } from 'vitest';
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
