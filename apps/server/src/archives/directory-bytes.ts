import { type ByteRange, cut } from './archive-entry.ts';
import type { Layout, PlacedEntry } from './layout.ts';
import type { ObjectReader } from './object-reader.ts';
import { centralHeader, endOfArchive } from './zip-format.ts';

/** Records whose checksums are looked up together. */
const BATCH = 500;

/** Bytes of the central directory in the range; reads objects whose checksum is unknown. */
export async function* directoryBytes(
  entries: AsyncIterable<PlacedEntry>,
  layout: Layout,
  range: ByteRange,
  reader: ObjectReader,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let offset = layout.entriesLength;
  let batch: PlacedEntry[] = [];
  let batchOffset = offset;

  async function* recordsOf(placed: readonly PlacedEntry[]) {
    const objects = placed.map(({ object }) => object);
    const checksums = await reader.checksumsOf(objects, signal);
    const records = placed.map(({ record }, at) =>
      centralHeader({ ...record, crc32: checksums[at] ?? 0 }),
    );
    yield cut(Buffer.concat(records), batchOffset, range);
  }

  for await (const entry of entries) {
    const end = offset + entry.centralLength;
    if (end > range.start && offset < range.end) {
      if (batch.length === 0) batchOffset = offset;
      batch.push(entry);
    }
    offset = end;
    if (batch.length === BATCH) {
      yield* recordsOf(batch);
      batch = [];
    }
  }
  if (batch.length > 0) yield* recordsOf(batch);
}

/** Records at the end of the archive, and their offset. */
export function archiveEnd({ count, entriesLength, directoryLength }: Layout) {
  const bytes = endOfArchive(count, { offset: entriesLength, size: directoryLength });
  return { bytes, offset: entriesLength + directoryLength };
}
