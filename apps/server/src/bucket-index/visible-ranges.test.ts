import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInRegion } from './search-region.ts';
import { visibleRanges } from './visible-ranges.ts';

describe('the visible ranges of a region', () => {
  const segment = fc.constantFrom('a', 'a-', 'a0', 'b', 'ab', '!', '\u{1f600}', '\uffee', 'a!');
  const path = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => segments.join('/'));

  it('hold a key exactly where the region does', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'a/', 'a/b/'),
        fc.array(path, { maxLength: 6 }),
        fc.array(path, { minLength: 1, maxLength: 20 }),
        (prefix, below, keys) => {
          const region = { configId: '', prefix, hidden: below.map((each) => prefix + each) };
          const ranges = visibleRanges(region);
          for (const key of [...keys, ...keys.map((each) => prefix + each)]) {
            const bytes = Buffer.from(key);
            const isVisible = ranges.some(
              ([low, high]) =>
                bytes.compare(Buffer.from(low)) >= 0 && bytes.compare(Buffer.from(high)) < 0,
            );
            expect([key, isVisible]).toEqual([key, isInRegion(region, key)]);
          }
        },
      ),
    );
  });
});
