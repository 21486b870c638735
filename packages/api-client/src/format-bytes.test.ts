import { describe, expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

describe('file sizes', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [5_242_880, '5 MB'],
    [10_000_000, '9.54 MB'],
    [104_857_600, '100 MB'],
    [1_073_741_823, '1 GB'],
    [1_099_511_627_776, '1 TB'],
    [Number.NaN, '–'],
    [-1, '–'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});
