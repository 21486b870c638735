import { abortError } from './api-error.ts';
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
      if (signal?.aborted) throw abortError(signal, signal.reason);
      yield row;
    }
    place = page.next;
  } while (place);
}

/**
 * Like `eachRow`, for lists that are read by `offset`. An empty page is the last, even if it says
 * otherwise.
 */
export function eachRowByOffset<Row>(
  read: (offset: number) => Promise<[rows: readonly Row[], place: { readonly hasMore: boolean }]>,
  options?: CallOptions,
): AsyncGenerator<Row, void, undefined> {
  return eachRow(
    0,
    async (offset) => {
      const [rows, { hasMore }] = await read(offset);
      return { rows, next: hasMore && rows.length > 0 && offset + rows.length };
    },
    options,
  );
}
