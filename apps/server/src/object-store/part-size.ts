/** SPEC 9, S3: smallest and largest part, and maximum number of parts. A smaller file has only one. */
export const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_PART_SIZE_BYTES = 5 * 1024 ** 3;
export const MAX_PARTS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** Part size in whole MiB, within S3's limits, so that 10,000 parts suffice. */
export function partSizeFor(size: number, wanted: number | null | undefined): number {
  const smallest = Math.max(MIN_PART_BYTES, wanted ?? MIN_PART_BYTES, size / MAX_PARTS);
  return Math.min(MAX_PART_SIZE_BYTES, Math.ceil(smallest / MEBIBYTE) * MEBIBYTE);
}
