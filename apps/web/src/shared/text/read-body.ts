/** Size of blobs that collect the bytes. Browsers move large blobs to the disk. */
const PIECE_BYTES = 8 * 1024 * 1024;

export interface ReadBodyOptions {
  /** Called with the number of bytes received so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Stops reading after this many bytes. Default: no limit. */
  readonly maxBytes?: number;
}

/** Reads the body of a response. */
export async function readBody(
  { body }: Response,
  { onProgress, maxBytes = Number.POSITIVE_INFINITY }: ReadBodyOptions = {},
): Promise<Blob> {
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  let readBytes = 0;
  const reader = body?.getReader();
  while (reader && readBytes <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    chunkBytes += value.length;
    readBytes += value.length;
    onProgress?.(readBytes);
    if (chunkBytes < PIECE_BYTES) continue;
    pieces.push(new Blob(chunks));
    chunks = [];
    chunkBytes = 0;
  }
  if (readBytes > maxBytes) await reader?.cancel();
  return new Blob([...pieces, ...chunks]);
}
