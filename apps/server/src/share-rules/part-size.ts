/** SPEC 9, S3: smallest part and most parts. */
const PART_SIZE_BYTES = 5 * 1024 * 1024;
const MAX_PARTS = 10_000;
const MEBIBYTE = 1024 * 1024;

/** Whole MiB, at least S3's smallest part, so that 10,000 parts suffice. */
export function partSizeFor(size: number, wanted: number | null | undefined): number {
  const smallest = Math.max(PART_SIZE_BYTES, wanted ?? PART_SIZE_BYTES, size / MAX_PARTS);
  return Math.ceil(smallest / MEBIBYTE) * MEBIBYTE;
}
