import { S3Error } from '../s3-error.ts';
import { fromByteKey, MAX_KEY_BYTES } from '../store/byte-key.ts';

export interface Target {
  /** The whole decoded path, base path included: what the signature covers. */
  readonly pathBytes: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** '' where the path names no bucket. */
  readonly bucketName: string;
  /** A byte string; '' where the path names no key. */
  readonly key: string;
}

export function parseTarget(url: string, basePath: string): Target {
  const queryAt = url.indexOf('?');
  const rawPath = queryAt < 0 ? url : url.slice(0, queryAt);
  const pathBytes = decodePercents(rawPath);
  if (!isUtf8(pathBytes)) throw new S3Error('InvalidURI');
  const path = stripBase(pathBytes, basePath);
  const keyAt = path.indexOf('/', 1);
  const key = keyAt < 0 ? '' : path.slice(keyAt + 1);
  if (key.length > MAX_KEY_BYTES) {
    throw new S3Error('KeyTooLongError', undefined, {
      details: { Size: String(key.length), MaxSizeAllowed: String(MAX_KEY_BYTES) },
    });
  }
  return {
    pathBytes,
    query: queryAt < 0 ? [] : parseQuery(url.slice(queryAt + 1)),
    bucketName: keyAt < 0 ? path.slice(1) : path.slice(1, keyAt),
    key,
  };
}

/** Percent-decodes to a byte string, because the path can only be checked when it is all bytes. */
export function decodePercents(text: string): string {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) throw new S3Error('InvalidURI');
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function parseQuery(text: string): [string, string][] {
  const pairs: [string, string][] = [];
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = at < 0 ? pair : pair.slice(0, at);
    pairs.push([decodeQuery(name), decodeQuery(at < 0 ? '' : pair.slice(at + 1))]);
  }
  return pairs;
}

function decodeQuery(text: string): string {
  const bytes = decodePercents(text.replaceAll('+', ' '));
  if (!isUtf8(bytes)) throw new S3Error('InvalidURI');
  return fromByteKey(bytes);
}

function isUtf8(bytes: string): boolean {
  const buffer = Buffer.from(bytes, 'latin1');
  return buffer.toString('utf8') === bytes || Buffer.from(buffer.toString('utf8')).equals(buffer);
}

function stripBase(path: string, basePath: string): string {
  if (basePath === '') return path.startsWith('/') ? path : `/${path}`;
  if (path === basePath) return '/';
  if (path.startsWith(`${basePath}/`)) return path.slice(basePath.length);
  throw new S3Error('InvalidURI', 'The path is not below the store');
}
