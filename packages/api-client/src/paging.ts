import { abortError } from './api-error.ts';
import type { CallOptions } from './client.ts';

/** One page, and where the next one begins; null after the last. */
export interface Page<Row, Place> {
  readonly rows: readonly Row[];
  readonly next: Place | null | undefined;
}

/**
 * The rows of all pages. Each page is asked for only when its first row is needed.
 *
 * @throws {ApiError} `client.cancelled` as soon as the signal is aborted, and whatever the call does
 */
export async function* eachRow<Row, Place>(
  first: Place,
  read: (place: Place) => Promise<Page<Row, Place>>,
  { signal }: CallOptions = {},
): AsyncGenerator<Row, void, undefined> {
  let place: Place | null | undefined = first;
  do {
    const page: Page<Row, Place> = await read(place);
    for (const row of page.rows) {
      if (signal?.aborted) throw abortError(signal, signal.reason);
      yield row;
    }
    place = page.next;
  } while (place);
}

/** Where the next page begins; null after the last. An empty page is the last, even if it says otherwise. */
export function nextOffset(
  offset: number,
  { length }: { readonly length: number },
  { hasMore }: { readonly hasMore: boolean },
): number | null {
  return hasMore && length > 0 ? offset + length : null;
}
