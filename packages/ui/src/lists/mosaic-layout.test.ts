import { describe, expect, it } from 'vitest';
import { layoutMosaic, MOSAIC_HEADING_PX, mosaicNeighbour, mosaicRowAt } from './mosaic-layout.ts';

const ratios = [1.5, 1.5, 1, 0.7, 1.5, 1];
const groups = ['May', 'May', 'May', 'June', 'June', 'June'];
const rows = layoutMosaic({
  ratios,
  groups,
  widthPx: 604,
  rowHeightPx: 200,
  gapPx: 4,
  columnGapPx: 4,
});

describe('a mosaic', () => {
  it('fills the width with whole pictures, and leaves the last row of a group as it is', () => {
    expect(rows.map(({ start, widthsPx }) => [start, widthsPx.length])).toEqual([
      ...[
        [0, 2],
        [2, 1],
        [3, 3],
      ],
    ]);
    const full = rows[0];
    expect(Math.round(full?.heightPx ?? 0)).toBe(200);
    expect((full?.widthsPx ?? []).reduce((sum, width) => sum + width, 4)).toBeCloseTo(604);
    expect(rows[1]).toMatchObject({ heightPx: 200, widthsPx: [200] });
  });

  it('has a heading where a group begins', () => {
    expect(rows.map(({ heading }) => heading)).toEqual(['May', undefined, 'June']);
    expect(rows[1]?.topPx).toBeCloseTo(204 + MOSAIC_HEADING_PX);
  });

  it('finds rows, and the nearest picture above and below', () => {
    expect(mosaicRowAt(rows, { item: 1 })).toBe(0);
    expect(mosaicRowAt(rows, { item: 5 })).toBe(2);
    expect(mosaicRowAt(rows, { topPx: 300 })).toBe(1);
    expect(mosaicNeighbour(rows, 1, 1, 4)).toBe(2);
    expect(mosaicNeighbour(rows, 2, 1, 4)).toBe(3);
    expect(mosaicNeighbour(rows, 5, -2, 4)).toBe(1);
    expect(mosaicNeighbour(rows, 0, -1, 4)).toBe(0);
  });
});
