import type { IncomingMessage, ServerResponse } from 'node:http';
import { EMBEDDED_STORE_PATH } from '#object-store/s3/presigner.ts';

export interface UploadHostOptions {
  readonly publicUrl: string | undefined;
  readonly uploadUrls: readonly string[];
}

/**
 * Creates the handler of requests to the hosts of `UPLOAD_URL`, which only take files for the embedded store
 * (SECURITY 28): no pages, no API, no reading. It returns true if it has answered. What the store is to answer
 * gets the host for which its URL was signed.
 */
export function createUploadHosts({ publicUrl, uploadUrls }: UploadHostOptions) {
  const hosts = new Set(uploadUrls.map((url) => new URL(url).host));
  const signedHost = publicUrl === undefined ? '' : new URL(publicUrl).host;

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { headers, method, url = '' } = request;
    if (!hosts.has((headers.host ?? '').toLowerCase())) return false;
    const isOwnPage = headers.origin === publicUrl;
    if (url === EMBEDDED_STORE_PATH && method === 'GET') {
      // Browsers ask it before they send anything.
      if (isOwnPage && headers.origin !== undefined) {
        response.setHeader('access-control-allow-origin', headers.origin);
        // Lets the connection test of the admin panel read which protocol this host speaks.
        response.setHeader('timing-allow-origin', headers.origin);
      }
      response.setHeader('vary', 'Origin').setHeader('cache-control', 'no-store');
      response.writeHead(204).end();
      return true;
    }
    const isUpload = method === 'PUT' || method === 'OPTIONS';
    if (!isUpload || !url.startsWith(`${EMBEDDED_STORE_PATH}/`)) {
      response.writeHead(404).end();
      return true;
    }
    // Pages of other sites get no CORS headers, whatever other origins of this server allow them.
    if (!isOwnPage) delete headers.origin;
    headers.host = signedHost;
    return false;
  };
}
