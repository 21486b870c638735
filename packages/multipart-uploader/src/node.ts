import * as http from 'node:http';
import * as https from 'node:https';
import { UploadError } from './errors.ts';
import type { PartSender, SendRequest, SendResponse } from './ports.ts';

/** So much of a part is read at a time. */
const STEP_BYTES = 1024 * 1024;

/**
 * Sends parts by Node's own http and https: in half the time of `createFetchSender()`,
 * and with progress within a part, so that a stall is noticed.
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
    const step = await readStep(body, start);
    await new Promise<void>((resolve, reject) => {
      sending.write(new Uint8Array(step), (error) => (error ? reject(error) : resolve()));
    });
    onProgress(start + step.byteLength);
  }
  sending.end();
}

/** A file that has changed on disk cannot be read any more, and trying again does not help. */
async function readStep(body: Blob, start: number): Promise<ArrayBuffer> {
  try {
    return await body.slice(start, start + STEP_BYTES).arrayBuffer();
  } catch (cause) {
    throw new UploadError('file_unreadable', { cause });
  }
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
