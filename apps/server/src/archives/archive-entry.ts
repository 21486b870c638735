import type { ObjectStore } from '#object-store';

/** Version of an object whose bytes an archive contains. */
export interface ArchivedObject {
  /** Id of the storage config, for the table of checksums. */
  readonly configId: string;
  readonly store: Pick<ObjectStore, 'get'>;
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** With quotes. */
  readonly etag: string;
}

export interface ArchiveEntry {
  /** Safe, unique path with slashes; a directory's ends in one. */
  readonly name: string;
  readonly modified: Date;
  /** Undefined for a directory. */
  readonly object: ArchivedObject | undefined;
}

/**
 * Lists the entries from the start; called up to three times for one download. Each call must list the
 * same entries in the same order, unless the files have changed.
 */
export type ListEntries = (signal: AbortSignal) => AsyncIterable<ArchiveEntry>;

/** Bytes from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the part of a chunk at `offset` that is in the range; may be empty. */
export function cut(chunk: Buffer, offset: number, { start, end }: ByteRange): Buffer {
  return chunk.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
}
