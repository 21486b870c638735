import { networkFailure } from '@satchel/api-client/api-error';
import { client } from '#shared/api/client.ts';
import { readBody } from '#shared/text/read-body.ts';
import { FETCHED_AT_MS } from '#shared/uploads/pending-uploads.ts';

/** A file at an address, with the metadata that the server has found. */
export interface RemoteFile {
  readonly url: string;
  readonly name: string;
  readonly contentType: string;
  /** In bytes; null if the source does not tell. */
  readonly size: number | null;
  /** Whether the source's CORS rules allow browsers to read it; otherwise the server fetches it. */
  readonly isReadable: boolean;
}

/**
 * Fetches the file at an address: directly from the source if CORS allows it and it is reachable, otherwise
 * through the server (SPEC 4).
 */
export async function fetchRemoteFile(
  { url, name, contentType, isReadable }: RemoteFile,
  signal: AbortSignal,
  onProgress: (fetchedBytes: number) => void,
): Promise<File> {
  const direct = isReadable ? await fetchDirectly(url, signal) : null;
  const reply = direct ?? (await client.urlUploads.proxy({ query: { url } }, { signal }));
  const body = await readBody(reply, { onProgress }).catch((cause: unknown) => {
    signal.throwIfAborted();
    // The source, the server or the network has cut the body off.
    throw networkFailure(cause);
  });
  const options = { type: contentType, lastModified: FETCHED_AT_MS };
  return new File([body], name, options);
}

/** Returns null if the server has to fetch it. */
async function fetchDirectly(url: string, signal: AbortSignal): Promise<Response | null> {
  // The page's own Content-Security-Policy refuses plain HTTP.
  if (!url.startsWith('https:')) return null;
  try {
    const options: RequestInit = { credentials: 'omit', referrerPolicy: 'no-referrer', signal };
    const reply = await fetch(url, options);
    // A 206 is a part of the file, a 202 comes before there is one; then the server tells why it fails.
    return reply.status === 200 || reply.status === 203 ? reply : null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
