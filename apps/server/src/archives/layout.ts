import { createHash } from 'node:crypto';
import { AppError } from '#errors';
import type { ArchiveEntry } from './archive-entry.ts';
import {
  centralHeader,
  dataDescriptor,
  localHeader,
  unixSeconds,
  type ZipRecord,
} from './zip-format.ts';

/** Part of every ETag. Changes whenever the same entries would give other bytes. */
const FORMAT = 'satchel-zip-1';

/**
 * Files up to this size have their checksum before their bytes, as every tool reads it; larger ones have
 * it behind them in a data descriptor, so that the first byte need not wait for it. Depends on the size
 * alone, so that every download of the same files has the same bytes (ADR 25).
 */
export const SMALL_BYTES = 256 * 1024;

/** Entry with its position in the archive. Lengths and offsets are in bytes. */
export interface PlacedEntry extends Pick<ArchiveEntry, 'object'> {
  readonly record: Omit<ZipRecord, 'crc32'>;
  readonly bodyOffset: number;
  /** Offset of the next entry. */
  readonly end: number;
  /** Length of the entry's record in the central directory. */
  readonly centralLength: number;
}

/** Lengths of an archive's parts, and the hash of all that determines its bytes. */
export interface Layout {
  readonly count: number;
  readonly entriesLength: number;
  readonly directoryLength: number;
  /** Strong ETag with quotes. */
  readonly etag: string;
}

/** Adds up the layout while entries are listed. */
export function createLayout() {
  const hash = createHash('sha256').update(FORMAT);
  let count = 0;
  let entriesLength = 0;
  let directoryLength = 0;
  return {
    place({ name, modified, object }: ArchiveEntry): PlacedEntry {
      const { size, etag } = object ?? { size: 0, etag: '' };
      hash.update(`${JSON.stringify([name, unixSeconds(modified), size, etag])}\n`);
      const offset = entriesLength;
      const hasDescriptor = size > SMALL_BYTES;
      const record = { name: Buffer.from(name), modified, size, hasDescriptor, offset };
      const withChecksum = { ...record, crc32: 0 };
      const bodyOffset = offset + localHeader(withChecksum).length;
      entriesLength = bodyOffset + size;
      if (hasDescriptor) entriesLength += dataDescriptor(withChecksum).length;
      const centralLength = centralHeader(withChecksum).length;
      directoryLength += centralLength;
      count += 1;
      return { object, record, bodyOffset, end: entriesLength, centralLength };
    },
    /** Called once, after the last entry. */
    end(): Layout {
      const etag = `"${hash.digest('hex').slice(0, 32)}"`;
      return { count, entriesLength, directoryLength, etag };
    },
  };
}

/**
 * Lists the entries again with their positions.
 *
 * @throws {AppError} `file_system.changed` after the last entry, if the layout is no longer the expected
 */
export async function* placeEntries(
  entries: AsyncIterable<ArchiveEntry>,
  expected: Pick<Layout, 'etag'>,
): AsyncGenerator<PlacedEntry> {
  const layout = createLayout();
  for await (const entry of entries) yield layout.place(entry);
  if (layout.end().etag !== expected.etag) throw new AppError('file_system.changed');
}
