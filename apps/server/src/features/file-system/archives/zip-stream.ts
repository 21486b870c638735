import { crc32 } from 'node:zlib';
import { centralHeader, dataDescriptor, endOfArchive, localHeader } from './zip-format.ts';

/** The bytes of an entry: all of them, or as they come, with how many will. */
export type ZipContent =
  | Uint8Array
  | { readonly size: number; readonly body: AsyncIterable<Uint8Array> };

export interface ZipEntry {
  /** With slashes; that of a directory ends in one. */
  readonly name: string;
  readonly modified: Date;
  /** Asked when it is its turn; undefined where it is gone by then, and left out. */
  read(): Promise<ZipContent | undefined>;
}

const RECORDS_A_BLOCK = 1000;

/**
 * A zip archive of what comes, made while it is read: not compressed, in zip64 where it needs to be.
 * What is kept is the directory of contents, some 100 bytes an entry.
 *
 * It is written here because what is kept on npm was measured with 100,000 entries: `yazl` takes time
 * that grows with their square, `zip-stream` 1.6 GB, and `client-zip` has no zip64 for so many.
 *
 * @throws where a body is shorter or longer than it said
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let block: Buffer[] = [];
  let count = 0;
  let offset = 0;
  for await (const entry of entries) {
    const content = await entry.read();
    if (!content) continue;
    const begin = offset;
    const { name, modified } = { name: Buffer.from(entry.name), modified: entry.modified };
    const isStreamed = !(content instanceof Uint8Array);
    const size = isStreamed ? content.size : content.length;
    let checksum = isStreamed ? 0 : crc32(content);
    const header = localHeader({ name, modified, size, crc32: checksum, isStreamed });
    yield header;
    offset += header.length + size;
    if (!isStreamed) yield content;
    else {
      let sent = 0;
      for await (const chunk of content.body) {
        checksum = crc32(chunk, checksum);
        sent += chunk.length;
        yield chunk;
      }
      if (sent !== size) throw new Error(`${entry.name} has ${sent} bytes instead of ${size}`);
      const descriptor = dataDescriptor({ size, crc32: checksum });
      yield descriptor;
      offset += descriptor.length;
    }
    block.push(centralHeader({ name, modified, size, crc32: checksum, isStreamed, offset: begin }));
    count += 1;
    // Many small buffers take much more room than one that is as large as they are.
    if (block.length === RECORDS_A_BLOCK) {
      directory.push(Buffer.concat(block));
      block = [];
    }
  }
  directory.push(Buffer.concat(block));
  yield* directory;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  yield endOfArchive(count, { offset, size });
}
