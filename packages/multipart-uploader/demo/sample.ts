const BLOCK_BYTES = 1_000_000;
const BLOCKS = 64;

export const SAMPLE_SIZE_BYTES: number = BLOCKS * BLOCK_BYTES;

/** A file for those who have none at hand. It is always the same, so that it can be resumed too. */
export function makeSample(): File {
  const blocks = Array.from({ length: BLOCKS }, (_, block) => {
    const start = (block * BLOCK_BYTES) / Uint32Array.BYTES_PER_ELEMENT;
    const words = new Uint32Array(BLOCK_BYTES / Uint32Array.BYTES_PER_ELEMENT);
    return words.map((_, index) => Math.imul(start + index, 0x9e3779b1));
  });
  return new File(blocks, 'sample.bin', { lastModified: 0 });
}
