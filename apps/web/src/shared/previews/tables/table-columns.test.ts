import { describe, expect, it } from 'vitest';
import { columnWidthsOf } from './table-columns.ts';

describe('the columns of a table', () => {
  it('are as wide as what is in them, within limits', () => {
    expect(columnWidthsOf([['a', 'twelve chars', 'x'.repeat(500)]])).toEqual([5, 14, 42]);
  });

  it('are as many as the longest row has', () => {
    expect(columnWidthsOf([['a'], ['a', 'b', 'c']])).toHaveLength(3);
  });

  it('have room for Chinese', () => {
    expect(columnWidthsOf([['你好你好你好']])).toEqual([14]);
  });
});
