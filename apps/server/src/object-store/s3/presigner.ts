import { isIP } from 'node:net';
import { unescape as decodeLeniently } from 'node:querystring';
import type { S3Client } from '@aws-sdk/client-s3';
import { S3RequestPresigner } from '@aws-sdk/s3-request-presigner';
import type { Clock } from '#clock';
import type { ObjectStoreLocation, PresignOptions } from '../object-store.ts';

/** Path prefix under which the server serves the embedded store. */
export const EMBEDDED_STORE_PATH = '/s3';

export type Presigner = ReturnType<typeof createPresigner>;

/** Signs URLs itself, because the address depends on the user of the URL. */
export function createPresigner(
  { config: { sha256 } }: S3Client,
  location: ObjectStoreLocation,
  clock: Clock,
) {
  const signer = new S3RequestPresigner({
    credentials: {
      accessKeyId: location.accessKeyId,
      secretAccessKey: location.secretAccessKey,
    },
    region: location.region || 'us-east-1',
    sha256,
  });
  return {
    async presign(
      method: 'GET' | 'PUT',
      key: string,
      query: Readonly<Record<string, string>>,
      { expiresInSeconds, origin }: PresignOptions,
      headers: Readonly<Record<string, string>> = {},
    ) {
      const { protocol, hostname, port, pathname } = addressOf(location, origin);
      const request = {
        method,
        protocol,
        hostname,
        ...(port ? { port: Number(port) } : {}),
        path: `${pathname}/${encodeKey(key)}`,
        query: { ...query },
        headers: { ...headers },
      };
      const options = { expiresIn: expiresInSeconds, signingDate: clock.now() };
      const signed = await signer.presign(request, options);
      const authority = port ? `${hostname}:${port}` : hostname;
      const search = Object.entries(signed.query ?? {})
        .map(([name, value]) => `${encodePart(name)}=${encodePart(String(value ?? ''))}`)
        .join('&');
      return `${protocol}//${authority}${signed.path}?${search}`;
    },
  };
}

/** Headers that bind a URL to a body of exactly this length. */
export function signedLength(lengthBytes: number | undefined): Record<string, string> {
  return lengthBytes === undefined ? {} : { 'content-length': String(lengthBytes) };
}

/** Address of the bucket as a browser reaches it. */
export function addressOf(location: ObjectStoreLocation, origin: string): URL {
  const { isEmbedded, publicEndpointUrl, endpointUrl, bucket } = location;
  const url = new URL(
    isEmbedded ? origin + EMBEDDED_STORE_PATH : (publicEndpointUrl ?? endpointUrl),
  );
  const basePath = url.pathname.replace(/\/$/, '');
  if (isBucketInPath(url, location)) url.pathname = `${basePath}/${bucket}`;
  else {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = basePath;
  }
  if (url.pathname === '/') return Object.assign(new URL(url), { pathname: '' });
  return url;
}

/**
 * True if the bucket is part of the path: with path style, with an IP as address, or if the bucket is no
 * valid host name. The SDK has the same rule.
 */
export function isBucketInPath(
  { hostname, protocol }: URL,
  { bucket, pathStyle }: Pick<ObjectStoreLocation, 'bucket' | 'pathStyle'>,
): boolean {
  // A certificate for `*.host` does not cover two labels.
  const labels = protocol === 'http:' ? bucket.split('.') : [bucket];
  const isName = labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  return pathStyle || !isName || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

export function encodeKey(key: string): string {
  return key.split('/').map(encodePart).join('/');
}

/** Escapes all but letters, digits and `-_.~` (RFC 3986 2.3), as SigV4 requires. */
export function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Decodes a key of a listing: like a form, with `+` for a space, if the storage says that it honoured
 * `encoding-type=url`. A key that is not UTF-8 gets U+FFFD, so that the keys beside it can be listed.
 */
export function decodeKey(encoded: string, encodingType: string | undefined): string {
  return encodingType === 'url' ? decodeLeniently(encoded.replaceAll('+', ' ')) : encoded;
}
