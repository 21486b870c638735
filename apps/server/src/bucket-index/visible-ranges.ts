import type { SearchRegion } from './search-region.ts';

/** The keys from `low` on that come before `high`, in the order of their bytes. */
export type KeyRange = readonly [low: string, high: string];

/** Comes after all keys: none begins with two of the last character that there is. */
const END = '\u{10ffff}\u{10ffff}';
/** The first character that a key may have: PostgreSQL's texts have no NUL. */
const FIRST = '\u0001';

/**
 * The keys of a region, as runs of neighbours between what is hidden. A search reads these, however much is
 * hidden, where a condition for each hidden name would be more than SQLite compiles.
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
  for (const [start, next] of points.sort(([a], [b]) => compareBytes(a, b))) {
    // A path below a hidden one is hidden already.
    if (compareBytes(start, low) < 0) continue;
    if (start !== low) ranges.push([low, start]);
    low = next;
  }
  ranges.push([low, prefix === '' ? END : `${prefix.slice(0, -1)}0`]);
  return ranges;
}

/** UTF-8's order is that of code points, which JavaScript's own is not beyond U+FFFF. */
function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
