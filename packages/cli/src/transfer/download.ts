import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { WriteStream } from 'node:tty';
import {
  isApiError,
  type RangeHeaders,
  type ReadOptions,
  readResumably,
} from '@satchel/api-client';
import { createTerminalFilter } from '../terminal/output.ts';
import { failingWhereStalled } from './failing-where-stalled.ts';
import type { DownloadRecord, Records } from './records.ts';

/** Disables compression, because a compressed response cannot be resumed at a byte offset. */
const PLAIN: RangeHeaders = { 'accept-encoding': 'identity' };

/** A source of a download. */
export interface DownloadSource {
  /** Identifies the source across downloads. */
  readonly id: string;
  readonly name: string;
  open(headers: RangeHeaders): Promise<Response>;
  /** Address of the bytes to store, if it is known. */
  readonly url?: () => string | undefined;
}

export interface DownloadOptions {
  readonly records: Records<DownloadRecord>;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, totalBytes: number) => void;
}

/** Longest name of file systems, in bytes of UTF-8. */
const MAX_NAME_BYTES = 255;

/**
 * Path of an incomplete file: the name that the file will have, a hash and a suffix. A link may have `a` and
 * `a.satchel.part`; nobody but the user knows the path that the hash is made of, so that none of its files has
 * the name of the incomplete one.
 */
function partPathOf(path: string, sourceId: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([resolve(path), sourceId]))
    .digest('hex');
  const suffix = `.${hash.slice(0, 8)}.satchel.part`;
  const characters = [...basename(path)];
  while (Buffer.byteLength(characters.join('') + suffix) > MAX_NAME_BYTES) characters.pop();
  return join(dirname(path), characters.join('') + suffix);
}

/**
 * Downloads to a file. Until it is complete, it has another name. Resumes the incomplete file of an earlier
 * run if the source is unchanged, and retries after a broken connection. Writes to a device or a pipe, such as
 * `/dev/null`, instead of replacing it.
 */
export async function downloadFile(
  source: DownloadSource,
  path: string,
  options: DownloadOptions,
): Promise<void> {
  if (await isSpecial(path)) {
    const { bytes } = await readFrom(source, options);
    await pipeline(bytes, createWriteStream(path), { signal: options.signal });
    return;
  }
  const partPath = partPathOf(path, source.id);
  try {
    await downloadRest(source, path, partPath, options);
  } catch (error) {
    if (!isApiError(error, 'client.source_changed')) throw error;
    await rm(partPath, { force: true });
    await downloadRest(source, path, partPath, options);
  }
  await rename(partPath, path);
  await options.records.remove(source.id);
}

/** Streams a source to an output. */
export async function downloadToStream(
  source: DownloadSource,
  stream: WriteStream,
  options: Omit<DownloadOptions, 'records'>,
): Promise<void> {
  const { signal } = options;
  const { bytes } = await readFrom(source, options);
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
  const { offset, validator, bytes } = await readFrom(source, {
    signal,
    onProgress,
    offset: isKnown ? await sizeOf(partPath) : 0,
    validator: isKnown ? record.validator : undefined,
  });
  if (validator === undefined) await records.remove(source.id);
  else {
    const url = source.url?.();
    await records.save(source.id, { path: resolve(path), name: source.name, validator, url });
  }
  const file = createWriteStream(partPath, { flags: offset > 0 ? 'a' : 'w' });
  await pipeline(bytes, file, { signal });
}

function readFrom(source: DownloadSource, options: ReadOptions) {
  return readResumably(
    async (range) => failingWhereStalled(await source.open({ ...PLAIN, ...range })),
    options,
  );
}

async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
