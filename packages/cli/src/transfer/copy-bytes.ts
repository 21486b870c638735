import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import {
  type ClientSideCopyFile,
  type CopyBytesContext,
  storageFailure,
} from '@satchel/api-client';
import { isApiError, networkFailure } from '@satchel/api-client/api-error';
import { fetchBytes } from './fetch-bytes.ts';

/**
 * Streams a file from one signed address to another. Sets the length, because storages require it for a PUT.
 */
export async function copyBytes(
  file: ClientSideCopyFile,
  { signal, onProgress }: CopyBytesContext,
): Promise<string | undefined> {
  const reply = await fetchBytes(file.downloadUrl, { 'accept-encoding': 'identity' }, signal);
  try {
    const { status, etag } = await put(reply, file, signal, onProgress);
    if (status !== 200) throw storageFailure(status);
    return etag;
  } catch (error) {
    throw signal.aborted || isApiError(error) ? error : networkFailure(error);
  }
}

async function put(
  reply: Response,
  { uploadUrl, size }: ClientSideCopyFile,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<{ status: number; etag: string | undefined }> {
  const send = uploadUrl.startsWith('https:') ? requestByHttps : requestByHttp;
  const sending = send(uploadUrl, { method: 'PUT', headers: { 'content-length': size }, signal });
  const answer = new Promise<{ status: number; etag: string | undefined }>((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      response.resume();
      const { statusCode: status = 0, headers } = response;
      resolve({ status, etag: headers.etag });
    });
  });
  let bytes = 0;
  const body = Readable.fromWeb((reply.body ?? new Blob().stream()) as ReadableStream);
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    onProgress(bytes);
  });
  const [, answered] = await Promise.all([pipeline(body, sending, { signal }), answer]);
  return answered;
}
