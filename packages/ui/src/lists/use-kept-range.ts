import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback } from 'react';

/**
 * Also renders the focused row when it is scrolled away, because the focus would be lost with its element.
 */
export function useKeptRange(activeRow: number): (range: Range) => number[] {
  return useCallback(
    (range) =>
      [...new Set([...defaultRangeExtractor(range), Math.min(activeRow, range.count - 1)])]
        .filter((row) => row >= 0)
        .toSorted((a, b) => a - b),
    [activeRow],
  );
}
