import { createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WriteStream } from 'node:tty';
import { isApiError } from '@satchel/api-client';
import { failure } from '@satchel/api-client/api-error';
import { createTerminalFilter } from '../terminal/output.ts';
import type { DownloadRecords } from './download-record.ts';
import type { RangeHeaders } from './fetch-bytes.ts';

/** Compressed on its way, a file could not be gone on with at a certain byte. */
const PLAIN: RangeHeaders = { 'accept-encoding': 'identity' };

/** Something to be downloaded. */
export interface DownloadSource {
  /** Id that every download of this source has. */
  readonly id: string;
  readonly name: string;
  open(headers: RangeHeaders): Promise<Response>;
  /** Address of the bytes once it is known, if it is to be stored. */
  readonly url?: () => string | undefined;
}

export interface DownloadOptions {
  readonly records: DownloadRecords;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, totalBytes: number) => void;
}

/**
 * Downloads into a file, which appears when it is complete; until then it is called `.part`. Goes on
 * with the `.part` of an earlier run if the source is unchanged, and after a connection that broke as
 * long as some bytes arrived over it.
 */
export async function downloadFile(
  source: DownloadSource,
  path: string,
  options: DownloadOptions,
): Promise<void> {
  const partPath = `${path}.part`;
  for (;;) {
    const before = await sizeOf(partPath);
    try {
      await downloadRest(source, path, partPath, options);
      break;
    } catch (error) {
      const hasGrown = (await sizeOf(partPath)) > before;
      if (options.signal.aborted || !isApiError(error, 'client.network') || !hasGrown) throw error;
    }
  }
  await rename(partPath, path);
  await options.records.remove(source.id);
}

/** Writes a source to a stream as it comes, which cannot be gone on with. */
export async function downloadToStream(
  source: DownloadSource,
  stream: WriteStream,
  { signal, onProgress }: Omit<DownloadOptions, 'records'>,
): Promise<void> {
  const reply = await source.open(PLAIN);
  const bytes = counted(reply, 0, onProgress);
  if (stream.isTTY) {
    await pipeline(bytes, createTerminalFilter(stream), stream, { signal, end: false });
  } else await pipeline(bytes, stream, { signal, end: false });
}

async function downloadRest(
  source: DownloadSource,
  path: string,
  partPath: string,
  { records, signal, onProgress }: DownloadOptions,
): Promise<void> {
  const record = await records.find(source.id);
  const isKnown = record?.path === resolve(path);
  const offset = isKnown ? await sizeOf(partPath) : 0;
  const headers: RangeHeaders =
    isKnown && offset > 0
      ? { ...PLAIN, range: `bytes=${offset}-`, 'if-range': record.validator }
      : PLAIN;
  const reply = await openRest(source, headers, offset);
  if (reply === 'complete') return;
  const start = reply.status === 206 ? offset : 0;
  const validator = validatorOf(reply);
  if (validator === undefined) await records.remove(source.id);
  else {
    const url = source.url?.();
    await records.save(source.id, { path: resolve(path), name: source.name, validator, url });
  }
  const file = createWriteStream(partPath, { flags: start > 0 ? 'a' : 'w' });
  await pipeline(counted(reply, start, onProgress), file, { signal });
}

/** The rest of a source, or all of it where it has changed. */
async function openRest(
  source: DownloadSource,
  headers: RangeHeaders,
  offset: number,
): Promise<Response | 'complete'> {
  try {
    const reply = await source.open(headers);
    if (reply.status !== 206) return reply;
    const [, start] = /^bytes (\d+)-/.exec(reply.headers.get('content-range') ?? '') ?? [];
    if (Number(start) === offset) return reply;
    await reply.body?.cancel();
    return await source.open(PLAIN);
  } catch (error) {
    // 416: the file is complete, or the source has changed.
    if (!(isApiError(error) && error.status === 416 && offset > 0)) throw error;
    const reply = await source.open(PLAIN);
    if (Number(reply.headers.get('content-length')) !== offset) return reply;
    await reply.body?.cancel();
    return 'complete';
  }
}

/** The bytes of a reply, whose breaking off is an error of the network. */
async function* counted(
  reply: Response,
  start: number,
  onProgress: DownloadOptions['onProgress'],
): AsyncGenerator<Uint8Array> {
  const totalBytes = start + Number(reply.headers.get('content-length') ?? 0);
  let bytes = start;
  try {
    for await (const chunk of reply.body ?? []) {
      bytes += chunk.length;
      onProgress(bytes, totalBytes);
      yield chunk;
    }
  } catch (cause) {
    throw failure('client.network', 'the connection broke', cause);
  }
}

/** Only a strong one says that the bytes are the same (RFC 9110, 13.1.5). */
function validatorOf({ headers }: Response): string | undefined {
  const etag = headers.get('etag');
  if (etag !== null) return etag.startsWith('W/') ? undefined : etag;
  return headers.get('last-modified') ?? undefined;
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
