import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from 'node:http';
import { buffer } from 'node:stream/consumers';

export interface RawReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

/** Sends a request whose path stays as written, because `fetch` would resolve `..` and `%2e%2e`. */
export function rawRequest(
  serverUrl: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = 'GET',
): Promise<RawReply> {
  const { hostname, port } = new URL(serverUrl);
  return new Promise((resolve, reject) => {
    const request = send({ hostname, port, method, path, headers }, (response) => {
      const { statusCode: status = 0, headers } = response;
      buffer(response)
        .then((body) => resolve({ status, headers, body, text: body.toString('utf8') }))
        .catch(reject);
    });
    request.on('error', reject);
    request.end();
  });
}
