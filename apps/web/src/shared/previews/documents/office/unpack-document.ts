import {
  configure,
  type FileEntry,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { DocumentTooLargeError } from './document-answer.ts';

export interface UnpackLimits {
  /** Limit for all parts together. */
  readonly totalBytes: number;
  /** Limit for all XML together, which a library turns into objects or elements that are ten times as large. */
  readonly markupBytes: number;
}

/** Five times the largest document: pictures, which are most of a document, hardly shrink when they are packed. */
const TOTAL_BYTES = 160 * 1024 ** 2;

/** Pages and slides become elements of a page. 16 MiB are over a thousand pages of text. */
export const PAGES_LIMITS: UnpackLimits = { totalBytes: TOTAL_BYTES, markupBytes: 16 * 1024 ** 2 };

/** Tables are read by a worker, which keeps only the cells that are shown. */
export const SHEETS_LIMITS: UnpackLimits = { totalBytes: TOTAL_BYTES, markupBytes: TOTAL_BYTES };

const MAX_PARTS = 10_000;

/**
 * Returns a document's archive without compression, because the libraries that read documents have no limits
 * themselves. Counts the bytes that come out, because an archive may lie about its sizes.
 *
 * @throws {DocumentTooLargeError}
 */
export async function unpackDocument(
  packed: Uint8Array,
  limits: UnpackLimits,
): Promise<Uint8Array<ArrayBuffer>> {
  // This module runs in a worker already.
  configure({ useWebWorkers: false });
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level: 0, dataDescriptor: false });
  const names = new Set<string>();
  let totalBytes = 0;
  let markupBytes = 0;
  for await (const entry of new ZipReader(new Uint8ArrayReader(packed)).getEntriesGenerator()) {
    if (entry.directory || names.has(entry.filename)) continue;
    names.add(entry.filename);
    if (names.size > MAX_PARTS) throw new DocumentTooLargeError('Too many parts');
    const isMarkup = /\.(xml|rels|vml)$/i.test(entry.filename);
    const bytes = await readPart(entry, (count) => {
      totalBytes += count;
      if (isMarkup) markupBytes += count;
      return totalBytes <= limits.totalBytes && markupBytes <= limits.markupBytes;
    });
    if (!bytes) throw new DocumentTooLargeError('Too large when it is unpacked');
    await writer.add(entry.filename, new Uint8ArrayReader(bytes));
  }
  return writer.close();
}

/**
 * Unpacks a part.
 *
 * @param onBytes gets the size of each piece; false ends the reading
 * @returns undefined if the reading was ended
 */
async function readPart(
  entry: FileEntry,
  onBytes: (count: number) => boolean,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const ended = new AbortController();
  const pieces = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      if (onBytes(chunk.length)) chunks.push(chunk);
      else ended.abort();
    },
  });
  try {
    await entry.getData(pieces, { signal: ended.signal });
  } catch (error) {
    if (!ended.signal.aborted) throw error;
  }
  if (ended.signal.aborted) return undefined;
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
