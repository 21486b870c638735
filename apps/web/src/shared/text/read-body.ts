/** Bytes are given to the browser in pieces of this size, which it keeps on disk where they are many. */
const PIECE_BYTES = 8 * 1024 * 1024;

export interface ReadBodyOptions {
  /** Called with the bytes that have come so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Reading ends once there are more. Default: it ends with the body. */
  readonly maxBytes?: number;
}

/** Reads the body of a reply. */
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

/** Decodes UTF-8, else GB 18030, as old Chinese files are, which leaves ASCII readable in any case. */
export function decodeBytes(bytes: Uint8Array): {
  readonly text: string;
  readonly isUtf8: boolean;
} {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), isUtf8: false };
  }
}
