import { openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PartSender, SendRequest, SendResponse } from '../engine/ports.ts';
import { keepOrigin, openReader } from './node-file.ts';
import { explainFailure } from './unreadable-file.ts';

/** Number of bytes of a part that are read per step. */
const STEP_BYTES = 1024 * 1024;

/**
 * Sends parts by Node's own http and https. It uses less CPU than `createFetchSender()`, and reports progress
 * within a part, so that stalls are detected.
 *
 * @param agents default Node's global agents, which keep connections open
 *
 * @example
 * await upload(await openFile('video.mp4'), { transport, send: createNodeSender() });
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
        sending.on('response', (response) => {
          const answer = readResponse(response).finally(() => {
            // A server that answers before it has read the body will not read the rest, and writing the rest
            // would never end.
            if (!sending.writableFinished) sending.destroy();
          });
          resolve(answer);
        });
        sending.on('error', reject);
        writeBody(sending, request).catch((error: Error) => sending.destroy(error));
      }),
  };
}

/**
 * Opens a file on disk as a Blob with name and time, like a browser's `File`, so that its upload can be
 * resumed. The senders read it directly from the disk, which is faster than Node's Blobs.
 *
 * @param path of the file
 * @returns a Blob with `name` and `lastModified`; its bytes are read only when a slice of it is read
 * @throws the error of Node's `open`, such as `ENOENT`; an error for folders, pipes and devices
 *
 * @example
 * const { key } = await upload(await openFile('video.mp4'), {
 *   transport,
 *   send: createNodeSender(),
 * });
 */
export async function openFile(
  path: string,
): Promise<Blob & { readonly name: string; readonly lastModified: number }> {
  // Pipes and devices have a size of 0, so nothing of them would be sent. Opening a pipe may also wait forever.
  if (!(await stat(path)).isFile()) throw new Error(`not a regular file: ${path}`);
  const handle = await open(path);
  try {
    const { size: fileSize, mtimeMs } = await handle.stat();
    const blob = await openAsBlob(path);
    const named = { name: basename(path), lastModified: Math.floor(mtimeMs) };
    return Object.assign(keepOrigin(blob, { path, start: 0, fileSize, mtimeMs }), named);
  } finally {
    await handle.close();
  }
}

/**
 * Creates a listener for `createServer` from a handler of `Request` and `Response`, such as that of
 * `createUploadServer`.
 *
 * @param handle answers a request; if it rejects, the answer is an empty 500
 *
 * @example
 * createServer(createNodeListener(uploads.handle)).listen(3000);
 */
export function createNodeListener(
  handle: (request: Request) => Promise<Response>,
): (request: http.IncomingMessage, response: http.ServerResponse) => void {
  async function respond(
    request: http.IncomingMessage,
    response: http.ServerResponse,
  ): Promise<void> {
    try {
      const answer = await handle(toRequest(request));
      response.writeHead(answer.status, [...answer.headers].flat());
      await pipeline(answer.body ?? [], response);
    } catch {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    }
  }
  return (request, response) => void respond(request, response);
}

function toRequest(request: http.IncomingMessage): Request {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const headers = new Headers();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // Uses only the path, because the host is an unverified claim of the client.
  return new Request(new URL(url, 'http://localhost'), {
    ...{ method, headers },
    ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' as const }),
  });
}

async function writeBody(
  sending: http.ClientRequest,
  { body, onProgress }: SendRequest,
): Promise<void> {
  const reader = await openReader(body, STEP_BYTES);
  try {
    for (let start = 0; start < body.size && !sending.destroyed; start += STEP_BYTES) {
      const end = Math.min(start + STEP_BYTES, body.size);
      const step = await reader
        .read(start, end)
        .catch((error) => explainFailure(body.slice(start, end), error));
      await new Promise<void>((resolve, reject) => {
        sending.write(step, (error) => (error ? reject(error) : resolve()));
      });
      onProgress(end);
    }
  } finally {
    await reader.close();
  }
  sending.end();
}

/** Reads the whole answer, because only then the connection is free for the next part. */
async function readResponse(response: http.IncomingMessage): Promise<SendResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode: status = 0 } = response;
  if (status === 0) throw new TypeError('network error');
  return {
    status,
    text: async () => String(Buffer.concat(chunks)),
    headers: {
      get(name) {
        const value = response.headers[name.toLowerCase()];
        return Array.isArray(value) ? value.join(', ') : (value ?? null);
      },
    },
  };
}
