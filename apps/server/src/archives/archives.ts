import { Readable } from 'node:stream';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { type ArchiveEntry, type ByteRange, cut, type ListEntries } from './archive-entry.ts';
import type { Checksums } from './checksums.ts';
import { archiveEnd, directoryBytes } from './directory-bytes.ts';
import { entryBytes } from './entry-bytes.ts';
import { heldBack } from './held-back.ts';
import { createLayout, type Layout, placeEntries } from './layout.ts';
import { createObjectReader, type ObjectReader } from './object-reader.ts';

/** Entries of a short list stay in memory, so that a folder that grows does not end a download of it. */
const KEPT_ENTRIES = 1000;

/** Zip archive whose length and version are known before its first byte. */
export interface ArchivePlan {
  /** In bytes. */
  readonly size: number;
  /** Strong ETag with quotes: a hash of the names, times, sizes and versions of all entries. */
  readonly etag: string;
  /**
   * Streams a range of the archive. The stream fails before its last byte with `file_system.changed` if
   * the entries are no longer those of the plan.
   */
  read(range: ByteRange, signal: AbortSignal): Readable;
}

export type Archives = ReturnType<typeof createArchives>;

export interface ArchivesDependencies {
  readonly checksums: Pick<Checksums, 'find' | 'remember'>;
  readonly buffers: Pick<BufferBudget, 'tryAcquire'>;
}

/**
 * Makes zip archives of stored files that can be resumed anywhere: the same entries give the same bytes
 * in every process (ADR 25). Memory does not grow with the number of entries.
 *
 * Written here because no package makes ranges, and because of measurements with 100,000 entries:
 * `yazl` takes time that increases with their square, `zip-stream` takes 1.6 GB, and `client-zip` has
 * no zip64 for so many.
 */
export function createArchives({ checksums, buffers }: ArchivesDependencies) {
  const reader = createObjectReader(checksums, buffers);
  return {
    /** Lists all entries once, without opening an object. */
    async plan(listEntries: ListEntries, signal: AbortSignal): Promise<ArchivePlan> {
      const sum = createLayout();
      const kept: ArchiveEntry[] = [];
      for await (const entry of listEntries(signal)) {
        sum.place(entry);
        if (kept.length <= KEPT_ENTRIES) kept.push(entry);
      }
      const layout = sum.end();
      const list: ListEntries = layout.count > KEPT_ENTRIES ? listEntries : () => replay(kept);
      const end = archiveEnd(layout);
      return {
        size: end.offset + end.bytes.length,
        etag: layout.etag,
        read: (range, until) =>
          Readable.from(heldBack(archiveBytes(list, layout, range, reader, until)), {
            objectMode: false,
          }),
      };
    },
  };
}

async function* replay(entries: readonly ArchiveEntry[]) {
  yield* entries;
}

async function* archiveBytes(
  listEntries: ListEntries,
  layout: Layout,
  range: ByteRange,
  reader: ObjectReader,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const ended = new AbortController();
  const until = AbortSignal.any([signal, ended.signal]);
  const place = () => placeEntries(listEntries(until), layout);
  try {
    if (range.start < layout.entriesLength) yield* entryBytes(place(), range, reader, until);
    const { bytes, offset } = archiveEnd(layout);
    if (range.end > layout.entriesLength && range.start < offset) {
      yield* directoryBytes(place(), layout, range, reader, until);
    }
    yield cut(bytes, offset, range);
  } finally {
    // Ends reads ahead, and reads for checksums that nobody waits for.
    ended.abort();
  }
}
