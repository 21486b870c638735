import { sortItems } from './directory-page.ts';
import type { ListedPage } from './listing.ts';

/**
 * Maximum number of entries that are sorted together. Larger directories are listed page by page,
 * because their names would fill memory.
 */
const SORTED_ENTRIES = 10_000;

/** Returns the first page and reads no others. */
export async function firstOf(pages: AsyncIterable<ListedPage>): Promise<ListedPage> {
  for await (const page of pages) return page;
  throw new Error('a listing has at least one page');
}

/**
 * Sorts a whole directory: directories first, each group by name. For a large directory, returns the
 * pages read so far in the order of the storage, and the remaining ones as `rest`.
 */
export async function sortAll(
  pages: AsyncIterable<ListedPage>,
): Promise<{ readonly page: ListedPage; readonly rest: AsyncIterable<ListedPage> | undefined }> {
  const reading = pages[Symbol.asyncIterator]();
  const read: ListedPage[] = [];
  let count = 0;
  while (count <= SORTED_ENTRIES) {
    const { value, done } = await reading.next();
    if (done) return { page: join(read, true), rest: undefined };
    read.push(value);
    count += value.items.length;
  }
  return { page: join(read, false), rest: { [Symbol.asyncIterator]: () => reading } };
}

function join(pages: readonly ListedPage[], isSorted: boolean): ListedPage {
  const [only, ...others] = pages;
  if (only && others.length === 0) return only;
  const items = pages.flatMap((page) => page.items);
  const hidden = pages.reduce((sum, page) => sum + page.hidden, 0);
  return { items: isSorted ? sortItems(items) : items, hidden, cursor: undefined };
}
