import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/** The page sizes to choose from (CONTRACT F11). */
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;
/** The page size until another is chosen (SPEC 9). */
const MIN_SEARCH_LENGTH = 2;
const PAGE_SIZE_KEY = 'admin-page-size';

/** Page and search words of a list, as they are in the URL. */
export interface ListSearch {
  page?: number;
  q?: string;
}

export function listSearchOf(raw: Record<string, unknown>): ListSearch {
  const page = Number(raw.page);
  const q = typeof raw.q === 'string' || typeof raw.q === 'number' ? String(raw.q) : '';
  return {
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...(q ? { q: q.slice(0, 200) } : {}),
  };
}

/** The search words that are sent: none if there are fewer than two characters (SPEC 5). */
export function effectiveSearch(q: string | undefined): string {
  const words = (q ?? '').trim();
  return words.length >= MIN_SEARCH_LENGTH ? words : '';
}

export function readPageSize(): number {
  const stored = Number(readStored(PAGE_SIZE_KEY));
  return PAGE_SIZES.find((size) => size === stored) ?? PAGE_SIZES[0];
}

export function writePageSize(pageSize: number): void {
  writeStored(PAGE_SIZE_KEY, String(pageSize));
}
