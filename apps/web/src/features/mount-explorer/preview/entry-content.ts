import { client } from '#shared/api/client.ts';
import { readBody } from '#shared/text/read-body.ts';
import { decodeText, type TextFormat } from './text/text-format.ts';

/** Longer texts have no preview; users can download them. */
export const TEXT_MAX_BYTES = 50 * 1024 * 1024;
/** Limit of the server for writing a file as text (SPEC 9). */
export const EDIT_MAX_BYTES = 10 * 1024 * 1024;
const PATIENCE_MS = 300_000;

export interface LoadedText {
  readonly text: string;
  readonly format: TextFormat;
  readonly isBinary: boolean;
  /** ETag of the loaded version; saving overwrites only this one. */
  readonly etag: string;
}

/** Reads a range of a file through the server, because the storage's CORS rules may refuse this page. */
export async function readBytes(
  path: string,
  from: number,
  length: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const headers = { range: `bytes=${from}-${from + length - 1}` };
  const reply = await client.fs.download({ query: { path } }, { headers, signal });
  const bytes = new Uint8Array(await reply.arrayBuffer());
  return reply.status === 206 ? bytes : bytes.subarray(from, from + length);
}

/**
 * Reads a whole text.
 *
 * @param onProgress gets the number of bytes received so far
 */
export async function readText(
  path: string,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<LoadedText> {
  const reply = await client.fs.download({ query: { path } }, { signal, timeoutMs: PATIENCE_MS });
  const body = await readBody(reply, { onProgress });
  const bytes = new Uint8Array(await body.arrayBuffer());
  return { ...decodeText(bytes), etag: reply.headers.get('etag') ?? '' };
}
