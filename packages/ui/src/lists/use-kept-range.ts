import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';

/** Draws the row with the focus too, however far it is scrolled away: else the focus would be lost. */
export function useKeptRange(activeRow: number): (range: Range) => number[] {
  return useCallback(
    (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(activeRow, range.count - 1)])]
        .filter((row) => row >= 0)
        .toSorted((a, b) => a - b),
    [activeRow],
  );
}
