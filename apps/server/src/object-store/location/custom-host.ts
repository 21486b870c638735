import { encodeKey } from '../s3/presigner.ts';

/** Fields of a storage config that set a read address besides the endpoint. */
export interface CustomHostConfig {
  readonly customHost: string | null;
  readonly bucketName: string;
  readonly pathStyle: boolean;
}

/**
 * Address under which another service, such as a CDN, serves a bucket (CONTRACT F5). Anyone with an
 * object's URL there can read it for ever, so limited shares never get such a URL.
 *
 * @param origin the server's own origin, where a bucket is never served, because an uploaded page could
 *   read the data of the web app (SECURITY 4)
 */
export function findCustomHost(
  { customHost, bucketName, pathStyle }: CustomHostConfig,
  origin: string,
) {
  if (customHost === null || new URL(customHost).origin === origin) return undefined;
  const bucket = pathStyle ? `/${bucketName}` : '';
  const urlOf = (key: string) => `${customHost}${bucket}/${encodeKey(key)}`;
  return {
    /** Unsigned URL of an object. */
    urlOf,
    /** Moves a presigned URL to this host, with its signature. */
    move: (key: string, signedUrl: string) => urlOf(key) + signedUrl.slice(signedUrl.indexOf('?')),
  };
}
