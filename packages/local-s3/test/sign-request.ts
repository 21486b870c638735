import { createHash, createHmac } from 'node:crypto';
import { TEST_CREDENTIALS } from './open-test-store.ts';

const REGION = 'us-east-1';

export interface RequestSigner {
  readonly headers: Record<string, string>;
  /**
   * Encodes the body as aws-chunked, with a signature for each chunk, and for the trailer if there is one.
   */
  frame(chunks: readonly Buffer[], trailer?: string): Buffer;
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) =>
  createHmac('sha256', key).update(data).digest();

/** Signs a request by AWS's documentation, independently of the code under test. */
export function signRequest(
  method: string,
  host: string,
  path: string,
  payloadHash: string,
  extra: Record<string, string> = {},
  time: Date = new Date(),
): RequestSigner {
  const amzDate = time.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const scope = `${amzDate.slice(0, 8)}/${REGION}/s3/aws4_request`;
  const signed: Record<string, string> = {
    host,
    'x-amz-content-sha256': payloadHash,
    'x-amz-date': amzDate,
    ...extra,
  };
  const names = Object.keys(signed).sort();
  const canonicalHeaders = names.map((name) => `${name}:${signed[name]}\n`).join('');
  const canonical = [method, path, '', canonicalHeaders, names.join(';'), payloadHash].join('\n');
  const dateKey = hmac(`AWS4${TEST_CREDENTIALS.secretAccessKey}`, amzDate.slice(0, 8));
  const key = hmac(hmac(hmac(dateKey, REGION), 's3'), 'aws4_request');
  const sign = (...lines: string[]) => hmac(key, lines.join('\n')).toString('hex');
  const seed = sign('AWS4-HMAC-SHA256', amzDate, scope, hash(canonical));
  const credential = `${TEST_CREDENTIALS.accessKeyId}/${scope}`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${seed}`;

  return {
    headers: { ...signed, authorization },
    frame(chunks, trailer) {
      let previous = seed;
      const pieces: (Buffer | string)[] = [];
      for (const chunk of [...chunks, Buffer.alloc(0)]) {
        const kind = 'AWS4-HMAC-SHA256-PAYLOAD';
        previous = sign(kind, amzDate, scope, previous, hash(''), hash(chunk));
        pieces.push(`${chunk.length.toString(16)};chunk-signature=${previous}\r\n`, chunk);
        if (chunk.length > 0) pieces.push('\r\n');
      }
      if (trailer !== undefined) {
        const kind = 'AWS4-HMAC-SHA256-TRAILER';
        const signature = sign(kind, amzDate, scope, previous, hash(`${trailer}\n`));
        pieces.push(`${trailer}\r\nx-amz-trailer-signature:${signature}\r\n`);
      }
      pieces.push('\r\n');
      return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
    },
  };
}
