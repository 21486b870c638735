import { throwIfAborted } from './api-error.ts';
import type { CallOptions } from './client.ts';

/** Page of rows, and the position of the next page; empty after the last. */
export interface Page<Row, Place> {
  readonly rows: readonly Row[];
  readonly next: Place | null | undefined | false;
}

/**
 * Yields the rows of all pages. Requests each page only when its first row is needed.
 *
 * @throws {ApiError} `client.cancelled` as soon as the signal is aborted, and the errors of the call
 */
export async function* eachRow<Row, Place>(
  first: Place,
  read: (place: Place) => Promise<Page<Row, Place>>,
  { signal }: CallOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let place: Page<Row, Place>['next'] = first;
  do {
    const page: Page<Row, Place> = await read(place);
    for (const row of page.rows) {
      throwIfAborted(signal);
      yield row;
    }
    place = page.next;
  } while (place);
}

/**
 * Like `eachRow`, for a call whose pages are read by `offset`. An empty page is the last, even if it says
 * otherwise.
 *
 * @param rowsOf returns the rows of a page, and whether there are more
 */
export function eachRowByOffset<Query, Reply, Row>(
  list: (input: { query: Query & { offset: number } }, options?: CallOptions) => Promise<Reply>,
  query: Query,
  rowsOf: (page: Reply) => [rows: readonly Row[], place: { readonly hasMore: boolean }],
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  return eachRow(
    0,
    async (offset) => {
      const [rows, { hasMore }] = rowsOf(await list({ query: { ...query, offset } }, options));
      return { rows, next: hasMore && rows.length && offset + rows.length };
    },
    options,
  );
}
