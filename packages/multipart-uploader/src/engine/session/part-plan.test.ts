import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_FILE_SIZE_BYTES, PART_SIZE_BYTES } from '../limits.ts';
import { choosePartSize, fittingPartSize, planParts } from './part-plan.ts';

const MEBIBYTE = 1024 * 1024;

describe('the part size that fits a line', () => {
  it.each([
    ['5 MiB while nothing is known', 500, undefined, 5],
    ['5 MiB on a slow line', 500, 2, 5],
    ['what the line sends in a second', 500, 20, 20],
    ['a third of what each lane sends of a small file', 90, 80, 10],
    ['5 MiB for a file of few parts', 20, 80, 5],
    ['64 MiB at most', 5000, 500, 64],
  ])('is %s', (_, mebibytes, speed, expected) => {
    const bytesPerSecond = speed === undefined ? undefined : speed * MEBIBYTE;
    const size = fittingPartSize(mebibytes * MEBIBYTE, bytesPerSecond, 3);
    expect(size / MEBIBYTE).toBe(expected);
  });
});

describe('the part plan', () => {
  it('uses parts of 5 MiB as long as 10,000 suffice (SPEC 9)', () => {
    expect(choosePartSize(0)).toBe(5_242_880);
    expect(choosePartSize(PART_SIZE_BYTES * 10_000)).toBe(PART_SIZE_BYTES);
    expect(choosePartSize(PART_SIZE_BYTES * 10_000 + 1)).toBe(6 * MEBIBYTE);
  });

  it('keeps the size that was asked for as long as 10,000 suffice', () => {
    expect(choosePartSize(80_000, 8)).toBe(8);
    expect(choosePartSize(80_001, 8)).toBe(MEBIBYTE);
    expect(choosePartSize(PART_SIZE_BYTES * 100_000, 8 * MEBIBYTE)).toBe(50 * MEBIBYTE);
  });

  it('has parts of 5 GiB, the largest that S3 takes, for the largest object of S3', () => {
    expect(MAX_FILE_SIZE_BYTES).toBe(53_687_091_200_000);
    expect(choosePartSize(MAX_FILE_SIZE_BYTES)).toBe(5 * 1024 * MEBIBYTE);
  });

  it('grows in whole MiB so that 10,000 parts suffice for every file that S3 takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_FILE_SIZE_BYTES }), (size) => {
        const partSize = choosePartSize(size);
        expect(partSize % MEBIBYTE).toBe(0);
        expect(Math.ceil(size / partSize)).toBeLessThanOrEqual(10_000);
        // The part size must also not be larger than necessary.
        const smaller = partSize - MEBIBYTE;
        expect(partSize === PART_SIZE_BYTES || Math.ceil(size / smaller) > 10_000).toBe(true);
      }),
    );
  });

  it('refuses files above the limit before anything is sent', () => {
    expect(() => choosePartSize(MAX_FILE_SIZE_BYTES + 1)).toThrow('the file is too large');
    expect(() => choosePartSize(11, 5, 10)).toThrow('the file is too large');
    expect(() => planParts(10_001, 1)).toThrow('the file is too large');
    expect(() => planParts(1, 0)).toThrow('the file is too large');
  });

  it('covers the file without gap or overlap, all parts but the last of one size', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 5, max: 999 }),
        (size, partSize) => {
          const parts = planParts(size, partSize);
          expect(parts.map(({ partNumber }) => partNumber)).toEqual(
            parts.map((_, index) => index + 1),
          );
          expect(parts[0]?.start).toBe(0);
          expect(parts.at(-1)?.end).toBe(size);
          for (const [index, { start, end }] of parts.entries()) {
            const next = parts[index + 1];
            if (next === undefined) continue;
            expect(end - start).toBe(partSize);
            expect(next.start).toBe(end);
          }
        },
      ),
    );
  });

  it('gives an empty file one empty part', () => {
    expect(planParts(0, PART_SIZE_BYTES)).toEqual([{ partNumber: 1, start: 0, end: 0 }]);
  });
});
