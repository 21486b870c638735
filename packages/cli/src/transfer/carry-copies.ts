import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { apiErrorOf } from '@satchel/api-client/api-error';
import type { copyEntries } from '@satchel/api-client/contract/file-system-copies';
import type { CallResult } from '@satchel/api-client/endpoint';
import { CommandError } from '../command-error.ts';
import { complain } from '../terminal/output.ts';
import { type CopyTask, forEachFile } from './copy-task.ts';
import { fetchBytes } from './fetch-bytes.ts';

type CrossStorageResults = Extract<
  CallResult<typeof copyEntries>,
  { crossStorage: true }
>['crossStorageResults'];

/** A file whose bytes are to be carried from one storage to another. */
interface CarriedFile {
  readonly downloadUrl: string;
  readonly uploadUrl: string;
  /** In bytes. */
  readonly size: number;
  readonly targetPath: string;
  readonly targetMountId: string;
}

/** Carries the files and has the server publish each as soon as it is there. */
export async function carryCopies(task: CopyTask, results: CrossStorageResults): Promise<void> {
  await forEachFile(
    task,
    filesOf(results),
    ({ targetPath }) => targetPath,
    (file) => carry(task, file),
  );
}

async function* filesOf(results: CrossStorageResults): AsyncGenerator<CarriedFile> {
  for (const result of results) {
    const { target, targetMount: targetMountId } = result;
    if (!result.isDirectory) yield { ...result, targetPath: target, targetMountId };
    else {
      for (const item of result.items) {
        const directory = item.relativeDir === '' ? target : `${target}${item.relativeDir}/`;
        yield { ...item, targetPath: directory + item.fileName, targetMountId };
      }
    }
  }
}

async function carry({ client, context, progress }: CopyTask, file: CarriedFile): Promise<void> {
  const { signal } = context;
  const { downloadUrl, targetPath, targetMountId, size } = file;
  const reply = await fetchBytes(downloadUrl, { 'accept-encoding': 'identity' }, signal);
  const etag = await put(reply, file, signal, (bytes) => progress.update(targetPath, bytes, size));
  const files = [{ targetPath, fileSize: size, etag }];
  const { failed } = await client.fs.commitCopies({ body: { targetMountId, files } }, { signal });
  for (const { error } of failed) complain(context, `${targetPath}: ${error}`);
  if (failed.length > 0) throw new CommandError('some_failed', { count: failed.length });
}

/** Sends a reply's bytes on to a signed address, which storages take only with their length. */
async function put(
  reply: Response,
  { uploadUrl, size }: CarriedFile,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<string | undefined> {
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
  const [, { status, etag }] = await Promise.all([pipeline(body, sending, { signal }), answer]);
  if (status !== 200)
    throw apiErrorOf({ status, statusText: 'the storage refused the file' }, undefined);
  return etag;
}
