import { configure, Reader, ZipReader } from '@zip.js/zip.js';

export interface ZippedFile {
  readonly name: string;
  readonly isDirectory: boolean;
  /** Unpacked size in bytes. */
  readonly size: number;
  readonly modified: Date | null;
  readonly isEncrypted: boolean;
}

export interface ZipListing {
  readonly files: readonly ZippedFile[];
  /** Unpacked size of all files together. */
  readonly totalBytes: number;
  /** Whether the archive has more entries than listed. */
  readonly isCut: boolean;
}

/** Reads `length` bytes of the archive, starting at `from`. */
export type ReadRange = (from: number, length: number) => Promise<Uint8Array>;

const MAX_FILES = 100_000;
/** Limit of the list in memory, because an archive may claim that its list is as long as the archive. */
const MAX_READ_BYTES = 32 * 1024 ** 2;
/** Size of the first request. The list is at the end, and the reader takes it in many small steps. */
const TAIL_BYTES = 512 * 1024;

/** Lists the entries of an archive. Reads only its end, whatever its size. */
export async function listZip(size: number, read: ReadRange): Promise<ZipListing> {
  // The library's workers are only for unpacking, which this module never does.
  configure({ useWebWorkers: false });
  const reader = new ZipReader(new RangeReader(size, read));
  const files: ZippedFile[] = [];
  let totalBytes = 0;
  for await (const entry of reader.getEntriesGenerator()) {
    if (files.length === MAX_FILES) return { files, totalBytes, isCut: true };
    const { filename, directory, uncompressedSize, lastModDate, encrypted } = entry;
    totalBytes += uncompressedSize;
    files.push({
      name: filename,
      isDirectory: directory,
      size: uncompressedSize,
      modified: Number.isNaN(lastModDate.getTime()) ? null : lastModDate,
      isEncrypted: encrypted,
    });
  }
  return { files, totalBytes, isCut: false };
}

class RangeReader extends Reader<ReadRange> {
  readonly #read: ReadRange;
  #tail: Promise<Uint8Array> | undefined;

  constructor(size: number, read: ReadRange) {
    super(read);
    this.size = size;
    this.#read = read;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const wanted = Math.min(length, this.size - index);
    if (wanted <= 0) return new Uint8Array();
    if (wanted > MAX_READ_BYTES) throw new Error('the list of contents is too long');
    const tailFrom = Math.max(0, this.size - TAIL_BYTES);
    if (index < tailFrom) return Uint8Array.from(await this.#read(index, wanted));
    this.#tail ??= this.#read(tailFrom, this.size - tailFrom);
    const tail = await this.#tail;
    return Uint8Array.from(tail.subarray(index - tailFrom, index - tailFrom + wanted));
  }
}
