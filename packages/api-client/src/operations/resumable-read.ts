import { failure, networkFailure } from '../api-error.ts';
import { isTransient, MAX_TRIES, sleep, WAIT_MS, withRetries } from './with-retries.ts';

/**
 * Options of `fs.read` and of {@link readResumably}.
 *
 * @example
 * const options: ReadOptions = { offset: 1024, validator: '"the etag of the first 1024 bytes"' };
 */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Number of bytes that the caller has already. They are read again if the source has changed since. */
  readonly offset?: number | undefined;
  /** ETag or date of these bytes; needed with `offset`. */
  readonly validator?: string | undefined;
  /**
   * Called after each chunk with the number of bytes that the caller has. `totalBytes` is 0 if it is
   * unknown.
   */
  readonly onProgress?: ((bytes: number, totalBytes: number) => void) | undefined;
}

/** Bytes of a source. */
export interface ResumableRead {
  /** Offset of the first byte: `offset` of the options, or 0 if the source has changed since. */
  readonly offset: number;
  /** Proves to a later read that the bytes are the same; undefined if the source sends no suitable header. */
  readonly validator: string | undefined;
  /** Empty if the caller has all bytes. */
  readonly bytes: AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/** Headers of a request for bytes. */
export type RangeHeaders = Readonly<Record<string, string>>;

/**
 * Reads a source to its end. After a lost connection it requests the missing bytes. The first request
 * is made before this resolves, so that a caller learns of a refusal before writing anything.
 *
 * @param open makes a request with these headers
 * @throws {ApiError} `client.source_changed` if the source changes while it is read; `client.network` if the
 *   connection breaks several times in a row without a further byte
 */
export async function readResumably(
  open: (headers: RangeHeaders) => Promise<Response>,
  { signal, offset = 0, validator, onProgress }: ReadOptions = {},
): Promise<ResumableRead> {
  const wanted = validator ? offset : 0;
  const first = await withRetries(() => openAt(open, wanted, validator), signal);
  const start = !first || first.status === 206 ? wanted : 0;
  const known = first ? validatorOf(first) : validator;
  const totalBytes = first ? start + lengthOf(first) : wanted;

  async function* read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let bytes = start;
    let reply = first;
    let emptyReplies = 0;
    while (reply) {
      try {
        for await (const chunk of chunksOf(reply)) {
          bytes += chunk.byteLength;
          emptyReplies = 0;
          onProgress?.(bytes, totalBytes);
          yield chunk;
        }
        return;
      } catch (error) {
        if (signal?.aborted || !isTransient(error)) throw error;
        // A proxy may break every answer after its headers; then each request succeeds and none helps.
        if (emptyReplies === MAX_TRIES - 1) throw networkFailure(error);
        if (emptyReplies > 0) await sleep(WAIT_MS, signal);
        emptyReplies += 1;
        const missing = bytes;
        reply = await withRetries(() => reopen(open, missing, known), signal);
      }
    }
  }
  return { offset: start, validator: known, bytes: read() };
}

/**
 * Requests the bytes from an offset; returns the whole reply if the source has changed, or undefined
 * at its end.
 */
async function openAt(
  open: (headers: RangeHeaders) => Promise<Response>,
  offset: number,
  // Needed with an offset.
  validator = '',
): Promise<Response | undefined> {
  if (!offset) return open({});
  try {
    const reply = await open({ range: `bytes=${offset}-`, 'if-range': validator });
    if (reply.status !== 206 || startOf(reply) === offset) return reply;
    await reply.body?.cancel();
    return await open({});
  } catch (error) {
    // 416: the caller has all bytes, or the source has become shorter.
    if ((error as { readonly status?: number }).status !== 416) throw error;
    const reply = await open({});
    if (lengthOf(reply) !== offset) return reply;
    await reply.body?.cancel();
    return undefined;
  }
}

async function reopen(
  open: (headers: RangeHeaders) => Promise<Response>,
  offset: number,
  validator: string | undefined,
): Promise<Response | undefined> {
  // Only a validator proves that the bytes are the same.
  if (!offset || validator) {
    const reply = await openAt(open, offset, validator);
    if (!reply || reply.status === 206 || !offset) return reply;
    await reply.body?.cancel();
  }
  throw failure('client.source_changed', 'the file has changed while it was read', undefined);
}

/** Offset of a partial reply; NaN if it does not say. */
const startOf = ({ headers }: Response) =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1]);

const lengthOf = ({ headers }: Response) => Number(headers.get('content-length') ?? 0);

/** Only a strong validator proves that the bytes are the same (RFC 9110, 13.1.5). */
function validatorOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag');
  if (etag !== null) return etag.startsWith('W/') ? undefined : etag;
  return headers.get('last-modified') ?? undefined;
}

/** Reads with a reader, because not all browsers can iterate a stream. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
