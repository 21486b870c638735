import { type ListSearch, wordsOf } from './search/list-search.ts';

export interface Arrangement<Row, Sort extends string, State extends string> {
  /** Text of a row that the search checks. */
  textOf: (row: Row) => string;
  /** Value to sort rows by. Strings follow the language's order; null comes last. */
  sortValueOf: (row: Row, sort: Sort) => string | number | null;
  isInState?: (row: Row, state: State) => boolean;
}

/**
 * Creates a page of a list from all of its rows, for keys, mounts and storages, whose calls return all rows.
 */
export function pageOf<Row, Sort extends string, State extends string>(
  all: readonly Row[],
  list: Pick<ListSearch<Sort, State>, 'q' | 'sort' | 'order' | 'state' | 'page'> & {
    pageSize: number;
  },
  { textOf, sortValueOf, isInState }: Arrangement<Row, Sort, State>,
): { rows: readonly Row[]; total: number } {
  const words = wordsOf(list.q).toLowerCase();
  const { state } = list;
  const sign = list.order === 'asc' ? 1 : -1;
  const compare = (a: Row, b: Row): number => {
    const [left, right] = [sortValueOf(a, list.sort), sortValueOf(b, list.sort)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right);
    return sign * String(left).localeCompare(String(right), undefined, { numeric: true });
  };
  const found = all
    .filter((row) => textOf(row).toLowerCase().includes(words))
    .filter((row) => state === undefined || (isInState?.(row, state) ?? true))
    .toSorted(compare);
  const first = (list.page - 1) * list.pageSize;
  return { rows: found.slice(first, first + list.pageSize), total: found.length };
}
