import { client } from '#shared/api/client.ts';
import { readBody } from '#shared/text/read-body.ts';
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
  const body = await readBody(reply, { onProgress });
  const options = { type: contentType, lastModified: FETCHED_AT_MS };
  return new File([body], name, options);
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
