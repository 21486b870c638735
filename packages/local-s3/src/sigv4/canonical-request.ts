import { createHash } from 'node:crypto';

export interface CanonicalRequestInput {
  readonly method: string;
  /** The path of the request line, decoded to bytes (one UTF-16 unit for each byte). */
  readonly pathBytes: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
}

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export function createCanonicalRequest(input: CanonicalRequestInput): string {
  const query = input.query
    .map(([name, value]): [string, string] => [encodeUri(name), encodeUri(value)])
    .sort(([a, aValue], [b, bValue]) => compare(a, b) || compare(aValue, bValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = input.signedHeaders
    .map((name) => `${name}:${(input.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`)
    .join('');
  return [
    input.method,
    encodeBytes(input.pathBytes, true),
    query,
    headers,
    input.signedHeaders.join(';'),
    input.payloadHash,
  ].join('\n');
}

export function hashHex(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Encodes all but the unreserved characters of RFC 3986: each byte of UTF-8 becomes %XX. */
export function encodeUri(text: string, keepSlash = false): string {
  return encodeBytes(Buffer.from(text, 'utf8').toString('latin1'), keepSlash);
}

export function encodeBytes(bytes: string, keepSlash = false): string {
  return bytes.replace(keepSlash ? /[^A-Za-z0-9\-._~/]/g : /[^A-Za-z0-9\-._~]/g, (byte) => {
    return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
