import { S3Error } from '../s3-error.ts';
import type { ChunkVerifier } from '../sigv4/chunk-verifier.ts';

const MAX_LINE_BYTES = 8 * 1024;
const MAX_TRAILERS = 16;
const CHUNK_HEADER = /^([0-9a-fA-F]{1,15})(?:;chunk-signature=([0-9a-f]{64}))?$/;

export interface AwsChunkedOptions {
  readonly verifier: ChunkVerifier | undefined;
  /** Filled once the body has been read to its end. */
  readonly trailers: Map<string, string>;
}

/**
 * Decodes `Content-Encoding: aws-chunked`. Bytes are passed on before their chunk's signature has been
 * verified, so the consumer must discard everything if the iteration ends with an error.
 */
export async function* decodeAwsChunked(
  source: AsyncIterable<Buffer>,
  { verifier, trailers }: AwsChunkedOptions,
): AsyncGenerator<Buffer> {
  const reader = createLineReader(source);
  for (;;) {
    const [, size, signature] = CHUNK_HEADER.exec(await reader.line()) ?? [];
    if (size === undefined) throw new S3Error('InvalidRequest', 'A chunk header is not valid');
    let left = Number.parseInt(size, 16);
    if (left === 0) {
      verifier?.endChunk(signature ?? '');
      break;
    }
    while (left > 0) {
      const data = await reader.bytes(left);
      verifier?.update(data);
      left -= data.length;
      yield data;
    }
    if ((await reader.line()) !== '') throw new S3Error('IncompleteBody');
    verifier?.endChunk(signature ?? '');
  }
  await readTrailers(reader, verifier, trailers);
}

async function readTrailers(
  reader: LineReader,
  verifier: ChunkVerifier | undefined,
  trailers: Map<string, string>,
): Promise<void> {
  let canonical = '';
  for (;;) {
    const line = await reader.lineOrEnd();
    if (line === undefined || line === '') break;
    const at = line.indexOf(':');
    if (at < 1 || trailers.size >= MAX_TRAILERS) throw new S3Error('InvalidRequest');
    const name = line.slice(0, at).trim().toLowerCase();
    const value = line.slice(at + 1).trim();
    trailers.set(name, value);
    if (name !== 'x-amz-trailer-signature') canonical += `${name}:${value}\n`;
  }
  const signature = trailers.get('x-amz-trailer-signature');
  if (verifier === undefined || (canonical === '' && signature === undefined)) return;
  verifier.endTrailer(canonical, signature ?? '');
}

interface LineReader {
  line(): Promise<string>;
  lineOrEnd(): Promise<string | undefined>;
  /** At least one byte, at most `limit`. */
  bytes(limit: number): Promise<Buffer>;
}

function createLineReader(source: AsyncIterable<Buffer>): LineReader {
  const iterator = source[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  const more = async (): Promise<boolean> => {
    const { done, value } = await iterator.next();
    if (done === true) return false;
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return true;
  };
  const lineOrEnd = async (): Promise<string | undefined> => {
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end >= 0 && end <= MAX_LINE_BYTES) {
        const line = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 2);
        return line;
      }
      if (rest.length > MAX_LINE_BYTES) throw new S3Error('InvalidRequest', 'A line is too long');
      if (!(await more())) {
        // Some clients end a body that has trailers without the last empty line.
        const line = rest.length === 0 ? undefined : rest.toString('latin1');
        rest = Buffer.alloc(0);
        return line;
      }
    }
  };
  return {
    lineOrEnd,
    async line() {
      const line = await lineOrEnd();
      if (line === undefined) throw new S3Error('IncompleteBody');
      return line;
    },
    async bytes(limit) {
      while (rest.length === 0) if (!(await more())) throw new S3Error('IncompleteBody');
      const data = rest.subarray(0, limit);
      rest = rest.subarray(data.length);
      return data;
    },
  };
}
