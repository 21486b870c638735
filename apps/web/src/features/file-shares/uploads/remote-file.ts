import { client } from '#shared/api/client.ts';
import { FETCHED_AT_MS } from '#shared/uploads/pending-uploads.ts';

/** A file at an address, as the server has found it. */
export interface RemoteFile {
  readonly url: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes; null where the source does not say. */
  readonly size: number | null;
  /** Whether every page may read the source; else the server reads it. */
  readonly isReadable: boolean;
}

/** Bytes are given to the browser in pieces of this size, which it keeps on disk where they are many. */
const PIECE_BYTES = 8 * 1024 * 1024;

/**
 * Fetches what lies at an address: straight from there, and by the server where the source does not
 * allow that or cannot be reached from here (SPEC 4).
 */
export async function fetchRemoteFile(
  { url, name, contentType, isReadable }: RemoteFile,
  signal: AbortSignal,
  onProgress: (fetchedBytes: number) => void,
): Promise<File> {
  const direct = isReadable ? await fetchDirectly(url, signal) : null;
  const reply = direct ?? (await client.urlUploads.proxy({ query: { url } }, { signal }));
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  let fetchedBytes = 0;
  const reader = reply.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    chunks.push(value as Uint8Array<ArrayBuffer>);
    chunkBytes += value.length;
    fetchedBytes += value.length;
    onProgress(fetchedBytes);
    if (chunkBytes < PIECE_BYTES) continue;
    pieces.push(new Blob(chunks));
    chunks = [];
    chunkBytes = 0;
  }
  const options = { type: contentType, lastModified: FETCHED_AT_MS };
  return new File([...pieces, ...chunks], name, options);
}

/** Null where the server has to do it. */
async function fetchDirectly(url: string, signal: AbortSignal): Promise<Response | null> {
  // Pages are not allowed to read plain http, by their own policy.
  if (!url.startsWith('https:')) return null;
  try {
    const options: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', signal };
    const reply = await fetch(url, options);
    return reply.ok ? reply : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
