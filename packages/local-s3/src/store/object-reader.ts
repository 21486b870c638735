import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { DataFiles } from './data-files.ts';
import type { ObjectRecord } from './records.ts';

const READ_BYTES = 64 * 1024;

export interface ObjectReaderOptions {
  readonly record: ObjectRecord;
  readonly files: DataFiles;
  /** First byte and the byte after the last. */
  readonly start: number;
  readonly end: number;
  readonly signal: AbortSignal | undefined;
}

interface Slice {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Streams a range of an object across its files, opening one file at a time. */
export function createObjectReader(options: ObjectReaderOptions): Readable {
  const slices = toSlices(options);
  let at = 0;
  let position = slices[0]?.start ?? 0;
  let file: FileHandle | undefined;

  async function readNext(): Promise<Buffer | null> {
    const slice = slices[at];
    if (slice === undefined) return null;
    file ??= await open(slice.path, 'r');
    const length = Math.min(READ_BYTES, slice.end - position);
    const { bytesRead, buffer } = await file.read(
      Buffer.allocUnsafeSlow(length),
      0,
      length,
      position,
    );
    if (bytesRead === 0) throw new Error(`${slice.path} is shorter than its record says`);
    position += bytesRead;
    if (position >= slice.end) {
      await file.close();
      file = undefined;
      at += 1;
      position = slices[at]?.start ?? 0;
    }
    return bytesRead === length ? buffer : buffer.subarray(0, bytesRead);
  }

  let reading: Promise<void> = Promise.resolve();
  const reader = new Readable({
    highWaterMark: READ_BYTES,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    read() {
      reading = readNext().then(
        (chunk) => void this.push(chunk),
        (error) => void this.destroy(error),
      );
    },
    destroy(error, callback) {
      // A running read may still be opening the file, so it is closed after that.
      reading
        .then(() => file?.close())
        .then(
          () => callback(error),
          (closeError) => callback(error ?? closeError),
        );
    },
  });
  // Readers get the error from the stream. Before anybody reads it would be uncaught and end the process.
  reader.on('error', () => undefined);
  return reader;
}

function toSlices({ record, files, start, end }: ObjectReaderOptions): Slice[] {
  if (end <= start) return [];
  if (record.segments === undefined) return [{ path: files.path(record.data), start, end }];
  const slices: Slice[] = [];
  let offset = 0;
  for (const segment of record.segments) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, segment.size);
    if (from < to) {
      slices.push({ path: files.path(`${record.data}/${segment.file}`), start: from, end: to });
    }
    offset += segment.size;
  }
  return slices;
}
