import { compareKeys } from '#paths/key.ts';
import type { SearchRegion } from './search-region.ts';

/** Keys from `low` on that come before `high`, in byte order. */
export type KeyRange = readonly [low: string, high: string];

/** Sorts after all keys, because none begins with two of the last character. */
const END = '\u{10ffff}\u{10ffff}';
/** First possible character of a key, because PostgreSQL's texts have no NUL. */
const FIRST = '\u0001';

/**
 * Keys of a region as runs between the hidden parts. A search reads these runs, because one condition
 * per hidden name could exceed SQLite's limit.
 */
export function visibleRanges({
  prefix,
  hidden,
}: Pick<SearchRegion, 'prefix' | 'hidden'>): readonly KeyRange[] {
  const ranges: KeyRange[] = [];
  let low = prefix;
  const points = hidden.flatMap((path): KeyRange[] => [
    [path, `${path}${FIRST}`],
    [`${path}/`, `${path}0`],
  ]);
  for (const [start, next] of points.sort(([a], [b]) => compareKeys(a, b))) {
    // A path below a hidden one is hidden already.
    if (compareKeys(start, low) < 0) continue;
    if (start !== low) ranges.push([low, start]);
    low = next;
  }
  ranges.push([low, prefix === '' ? END : `${prefix.slice(0, -1)}0`]);
  return ranges;
}
