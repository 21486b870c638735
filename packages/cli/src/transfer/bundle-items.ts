import type {
  BundleItem,
  BundleItemPage,
  BundleItemsQuery,
} from '@satchel/api-client/contract/bundle-visit-shapes';

/** Rows of one page of a listing. */
const PAGE_ROWS = 1000;

/** Reads a page of a bundle's folder, as its owner or as a visitor. */
export type ReadItems = (query: BundleItemsQuery) => Promise<BundleItemPage>;

/** Yields all stored files of a folder of a bundle and of the folders in it; `''` is the top. */
export async function* walkItems(read: ReadItems, folder: string): AsyncGenerator<BundleItem> {
  let cursor: string | undefined;
  do {
    const page = await read({ path: folder, limit: PAGE_ROWS, cursor });
    for (const item of page.items) {
      if (item.isDirectory) yield* walkItems(read, item.path);
      else yield item;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}
