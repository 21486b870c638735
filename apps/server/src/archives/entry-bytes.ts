import { type ByteRange, cut } from './archive-entry.ts';
import { type PlacedEntry, SMALL_BYTES } from './layout.ts';
import type { ObjectReader } from './object-reader.ts';
import { dataDescriptor, localHeader } from './zip-format.ts';

/** Small files are prefetched, so that an archive of many of them does not take ages. */
const PREFETCHED_ENTRIES = 8;

type Prefetched = NonNullable<ReturnType<ObjectReader['prefetch']>>;

interface WaitingEntry {
  readonly placed: PlacedEntry;
  readonly prefetched: Prefetched | undefined;
}

/**
 * Bytes of all entries in the range. Skips entries before the range without opening their objects, and
 * opens an object that the range cuts at the cut.
 */
export async function* entryBytes(
  entries: AsyncIterable<PlacedEntry>,
  range: ByteRange,
  reader: ObjectReader,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for await (const entry of inAdvance(within(entries, range), reader, signal)) {
    yield* bytesOf(entry, range, reader, signal);
  }
}

/** Reads the list to its end even if the range ends before, so that a change of it is noticed. */
async function* within(entries: AsyncIterable<PlacedEntry>, { start, end }: ByteRange) {
  for await (const entry of entries) {
    if (entry.end > start && entry.record.offset < end) yield entry;
  }
}

/** Yields the same entries, but prefetches small ones. */
async function* inAdvance(
  entries: AsyncIterable<PlacedEntry>,
  reader: ObjectReader,
  signal: AbortSignal,
): AsyncGenerator<WaitingEntry> {
  const waiting: WaitingEntry[] = [];
  try {
    for await (const placed of entries) {
      const { object } = placed;
      const isSmall = object !== undefined && object.size > 0 && object.size <= SMALL_BYTES;
      waiting.push({ placed, prefetched: isSmall ? reader.prefetch(object, signal) : undefined });
      if (waiting.length > PREFETCHED_ENTRIES) yield* firstOf(waiting);
    }
    while (waiting.length > 0) yield* firstOf(waiting);
  } finally {
    for (const { prefetched } of waiting) prefetched?.release();
  }
}

/** Yields the first entry, and removes it once it is written. */
function* firstOf(waiting: WaitingEntry[]): Generator<WaitingEntry> {
  const [first] = waiting;
  if (first) yield first;
  first?.prefetched?.release();
  waiting.shift();
}

async function* bytesOf(
  { placed, prefetched }: WaitingEntry,
  range: ByteRange,
  reader: ObjectReader,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const { object, record, bodyOffset } = placed;
  const checksum = async () => (await reader.checksumsOf([object], signal))[0] ?? 0;
  const content = await prefetched?.reading;
  if (bodyOffset > range.start) {
    const before = record.hasDescriptor ? 0 : (content?.checksum ?? (await checksum()));
    yield cut(localHeader({ ...record, crc32: before }), record.offset, range);
  }
  if (!object || object.size === 0) return;
  if (content) {
    yield cut(content.bytes, bodyOffset, range);
    return;
  }
  const start = Math.max(0, range.start - bodyOffset);
  const end = Math.min(object.size, range.end - bodyOffset);
  const isWhole = start === 0 && end === object.size;
  const descriptorOffset = bodyOffset + record.size;
  const hasDescriptor = record.hasDescriptor && range.end > descriptorOffset;
  // Runs beside the body, so that the descriptor of a file cut in the middle comes without a pause.
  const later = hasDescriptor && !isWhole ? checksum() : undefined;
  later?.catch(() => undefined);
  let found: number | undefined;
  if (isWhole) found = yield* reader.readWhole(object, signal);
  else if (start < end) yield* reader.read(object, { start, end }, signal);
  if (!hasDescriptor) return;
  const crc32 = found ?? (await later) ?? 0;
  yield cut(dataDescriptor({ ...record, crc32 }), descriptorOffset, range);
}
