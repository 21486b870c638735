import { readStored, writeStored } from '#shared/storage/browser-storage.ts';

/** Available page sizes (CONTRACT F11). */
export const PAGE_SIZES = [10, 20, 30, 50, 100] as const;

const KEY = 'admin-page-size';

/** The last chosen page size, shared by all lists. */
export function readPageSize(): number {
  const stored = Number(readStored(KEY));
  return PAGE_SIZES.find((size) => size === stored) ?? PAGE_SIZES[0];
}

export function writePageSize(pageSize: number): void {
  writeStored(KEY, String(pageSize));
}
