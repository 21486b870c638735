import { describe, expect, it } from 'vitest';
import { partSizeFor } from './part-size.ts';

const MEBIBYTE = 1024 ** 2;
const GIBIBYTE = 1024 ** 3;
const TEBIBYTE = 1024 ** 4;

describe('partSizeFor (SPEC 9, and what S3 takes)', () => {
  it.each([
    [0, undefined, 5 * MEBIBYTE],
    [100, 1, 5 * MEBIBYTE],
    [100, 8 * MEBIBYTE - 1, 8 * MEBIBYTE],
    [50_000 * MEBIBYTE + 1, undefined, 6 * MEBIBYTE],
    [5 * TEBIBYTE, 5 * MEBIBYTE, 525 * MEBIBYTE],
    [100 * GIBIBYTE, 6 * GIBIBYTE, 5 * GIBIBYTE],
    [5 * TEBIBYTE, (5 * TEBIBYTE) / 1000, 5 * GIBIBYTE],
  ])('is for %d bytes, where %d are wanted, %d', (size, wanted, partSize) => {
    expect(partSizeFor(size, wanted)).toBe(partSize);
  });
});
