import type { RefObject } from 'react';
import type { DataRowsProps } from './data-rows.ts';
import { useVisibleRows } from './rows/use-visible-rows.ts';
import { useRowKeys } from './selection/use-row-keys.ts';

/**
 * Keys of a list, and its rows to render.
 *
 * @param rowHeightPx approximate height of a row
 */
export function useDataRows<Row, Sort extends string>(
  props: DataRowsProps<Row, Sort>,
  container: RefObject<HTMLElement | null>,
  rowHeightPx: number,
) {
  const keys = useRowKeys({
    ...props,
    ...{ container, rowHeightPx },
    scrollTo: (index) => visible.scrollTo(index),
  });
  const visible = useVisibleRows(props.rows.length, container, rowHeightPx, keys.activeIndex);
  return { keys, visible };
}
