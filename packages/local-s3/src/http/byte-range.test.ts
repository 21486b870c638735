import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCopyRange, parseRange } from './byte-range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=2-4', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 10 }],
  ['bytes=-4', { start: 6, end: 10 }],
  ['bytes=-40', { start: 0, end: 10 }],
  ['bytes=9-400', { start: 9, end: 10 }],
  [' Bytes = 1 - 2 ', { start: 1, end: 3 }],
])('%j of ten bytes is %j', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-2',
  'bytes=0-1,4-5',
  'lines=0-1',
  'bytes=a-b',
])('%j is ignored, as RFC 9110 14.2 asks', (header) => {
  expect(parseRange(header, 10)).toBeUndefined();
});

test.each([
  ['bytes=10-', 10],
  ['bytes=-0', 10],
  ['bytes=0-', 0],
  ['bytes=-1', 0],
])('%s of %i bytes cannot be satisfied', (header, size) => {
  const unsatisfiable = { code: 'InvalidRange', headers: { 'content-range': `bytes */${size}` } };
  expect(() => parseRange(header, size)).toThrow(expect.objectContaining(unsatisfiable));
});

test('every range is inside of its object', () => {
  const end = fc.option(fc.nat(200), { nil: '' });
  fc.assert(
    fc.property(end, end, fc.integer({ min: 1, max: 100 }), (first, last, size) => {
      let range: ReturnType<typeof parseRange>;
      try {
        range = parseRange(`bytes=${first}-${last}`, size);
      } catch {
        return;
      }
      if (range === undefined) return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.end).toBeLessThanOrEqual(size);
      expect(range.end).toBeGreaterThan(range.start);
    }),
  );
});

test('the range of a copy has both ends and is inside of the source', () => {
  expect(parseCopyRange('bytes=2-9', 10)).toEqual({ start: 2, end: 10 });
  expect(parseCopyRange(undefined, 10)).toEqual({ start: 0, end: 10 });
  for (const header of ['bytes=2-10', 'bytes=2-', 'bytes=-2', 'bytes=5-2', 'x']) {
    expect(() => parseCopyRange(header, 10)).toThrow(
      expect.objectContaining({ code: 'InvalidArgument' }),
    );
  }
});
