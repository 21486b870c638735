import * as http from 'node:http';
import * as https from 'node:https';
import type { PartSender, SendRequest, SendResponse } from './ports.ts';
import { explainFailure } from './unreadable-file.ts';

/** So much of a part is read at a time. */
const STEP_BYTES = 1024 * 1024;

/**
 * Sends parts by Node's own http and https: with less work than `createFetchSender()`,
 * with progress within a part, and so with an eye on stalls.
 *
 * @param agents default those of Node, which keep connections open
 *
 * @example
 * import { openAsBlob } from 'node:fs';
 *
 * const file = await openAsBlob('video.mp4');
 * await upload(file, { transport, send: createNodeSender(), name: 'video.mp4' });
 */
export function createNodeSender(
  agents: { readonly http?: http.Agent; readonly https?: https.Agent } = {},
): PartSender {
  return {
    reportsProgress: true,
    put: (request) =>
      new Promise((resolve, reject) => {
        const { url, headers, body, signal } = request;
        const options = {
          ...{ method: 'PUT', signal, headers: { ...headers, 'content-length': body.size } },
        };
        const sending = url.startsWith('https:')
          ? https.request(url, { ...options, agent: agents.https })
          : http.request(url, { ...options, agent: agents.http });
        sending.on('response', (response) => resolve(readResponse(response)));
        sending.on('error', reject);
        writeBody(sending, request).catch((error: Error) => sending.destroy(error));
      }),
  };
}

async function writeBody(
  sending: http.ClientRequest,
  { body, onProgress }: SendRequest,
): Promise<void> {
  for (let start = 0; start < body.size && !sending.destroyed; start += STEP_BYTES) {
    const part = body.slice(start, start + STEP_BYTES);
    const step = await part.arrayBuffer().catch((error) => explainFailure(part, error));
    await new Promise<void>((resolve, reject) => {
      sending.write(new Uint8Array(step), (error) => (error ? reject(error) : resolve()));
    });
    onProgress(start + step.byteLength);
  }
  sending.end();
}

/** Read to its end, so that the connection is free for the next part. */
async function readResponse(response: http.IncomingMessage): Promise<SendResponse> {
  for await (const _chunk of response);
  return {
    status: response.statusCode ?? 0,
    headers: {
      get(name) {
        const value = response.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
  };
}
