import type { ListOptions, ListPage, ObjectStore } from './object-store.ts';

/** Lists page after page, of which one is in memory at a time. */
export async function* listPages(
  store: Pick<ObjectStore, 'list'>,
  options: Omit<ListOptions, 'cursor'>,
): AsyncGenerator<ListPage> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ ...options, cursor });
    yield page;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
