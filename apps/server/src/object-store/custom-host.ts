import { encodeKey } from './s3/presigner.ts';

/** Part of a storage config that sets where objects are read, beside the endpoint. */
export interface CustomHostConfig {
  readonly customHost: string | null;
  readonly bucketName: string;
  readonly pathStyle: boolean;
}

/**
 * An address under which somebody else, such as a CDN, serves a bucket (CONTRACT F5). Whoever knows
 * an object's URL there may read it for ever, so nothing that has a limit is ever named by it.
 */
export interface CustomHost {
  /** Unsigned. */
  urlOf(key: string): string;
  /** A presigned URL, moved there with its signature. */
  move(key: string, signedUrl: string): string;
}

/**
 * @param origin the server's own: there nothing is served from the bucket, or an uploaded page could
 *   read what the web app keeps (SECURITY 4)
 */
export function findCustomHost(
  { customHost, bucketName, pathStyle }: CustomHostConfig,
  origin: string,
): CustomHost | undefined {
  if (customHost === null || new URL(customHost).origin === origin) return undefined;
  const bucket = pathStyle ? `/${bucketName}` : '';
  const urlOf = (key: string) => `${customHost}${bucket}/${encodeKey(key)}`;
  return {
    urlOf,
    move: (key, signedUrl) => urlOf(key) + signedUrl.slice(signedUrl.indexOf('?')),
  };
}
