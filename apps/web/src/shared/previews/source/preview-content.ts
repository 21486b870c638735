import { readBody } from '#shared/text/read-body.ts';
import { decodeText, type LoadedText } from '../text/text-format.ts';
import type { PreviewSource } from './preview-source.ts';

/** Longer texts have no preview; users can download them. */
export const TEXT_MAX_BYTES = 50 * 1024 * 1024;
/** Limit of the server for writing a file as text (SPEC 9). */
export const EDIT_MAX_BYTES = 10 * 1024 * 1024;
/** Timeout of reading a whole text over a slow connection. */
const TEXT_TIMEOUT_MS = 300_000;

/** Reads a range of a file. */
export async function readBytes(
  source: Pick<PreviewSource, 'open'>,
  path: string,
  from: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const headers = { range: `bytes=${from}-${from + length - 1}` };
  const reply = await source.open(path, { headers, signal });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return reply.status === 206 ? bytes : bytes.subarray(from, from + length);
}

/**
 * Reads a whole text.
 *
 * @param onProgress gets the number of bytes received so far
 */
export async function readText(
  source: Pick<PreviewSource, 'open'>,
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<LoadedText> {
  const reply = await source.open(path, { signal, timeoutMs: TEXT_TIMEOUT_MS });
  const body = await readBody(reply, { onProgress });
  const bytes = new Uint8Array(await body.arrayBuffer());
  return { ...decodeText(bytes), etag: reply.headers.get('etag') ?? '' };
}
