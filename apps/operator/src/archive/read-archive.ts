import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { StartError } from '@satchel/server/start-error';
import { extract as createExtract } from 'tar-stream';
import type { CommandContext } from '../context.ts';
import { decrypt, isEncrypted, MAGIC_BYTES } from './encryption.ts';
import {
  isArchiveName,
  MANIFEST_NAME,
  type Manifest,
  manifestSchema,
  SUMS_NAME,
} from './manifest.ts';

const DAMAGED = 'is damaged, cut off or no backup of Satchel. Nothing was changed.';
/** Limit of an entry that is read into memory: some rows, the manifest, the hashes. */
const MAX_TEXT_BYTES = 512 * 1024 ** 2;

/** Entry of the archive; its body must be read before the next one. */
export interface ArchiveEntry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Buffer>;
}

export interface ArchiveReader {
  onManifest(manifest: Manifest): Promise<void>;
  /** Handles an entry. Its effects must be undone if reading fails later. */
  onEntry(entry: ArchiveEntry): Promise<void>;
}

/** Backup that is about to be read. */
export interface ArchiveSource {
  /** Name for messages. */
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * @param file `-` for the standard input
 * @throws {StartError} if the standard input is a terminal
 */
export function openArchive(context: CommandContext, file: string): ArchiveSource {
  const { stdin, workingDirectory, signal } = context;
  if (file !== '-') {
    const name = resolve(workingDirectory, file);
    return { name, bytes: createReadStream(name, { signal }) };
  }
  if (stdin.isTTY) {
    throw new StartError('A backup is no text: send the file to the standard input.');
  }
  return { name: 'The standard input', bytes: addAbortSignal(signal, stdin) };
}

/**
 * Reads an archive to its end and compares every entry with its hash.
 *
 * @param findPassphrase called only if the file is encrypted
 * @throws {StartError} if it is damaged, cut off, encrypted with another passphrase, or of a newer
 *   format
 */
export async function readArchive(
  { name, bytes }: ArchiveSource,
  findPassphrase: () => Promise<string>,
  reader: ArchiveReader,
  signal: AbortSignal,
): Promise<void> {
  const { start, all } = await readStart(name, bytes);
  const plain = isEncrypted(start) ? decrypt(all, await findPassphrase()) : all;
  const extract = createExtract();
  const source = Readable.from(plain);
  let readFailure: Error | undefined;
  source.once('error', (error) => {
    readFailure = error;
    extract.destroy(error);
  });
  source.pipe(extract);
  try {
    await readEntries(name, extract, reader);
  } catch (error) {
    if (signal.aborted || error instanceof StartError) throw error;
    // Throws the original error, because an entry only reports that it was destroyed.
    if (readFailure) throw readFailure;
    if (!isTarError(error)) throw error;
    throw new StartError(`${name} ${DAMAGED}`, { cause: error });
  } finally {
    source.destroy();
    extract.destroy();
  }
}

/** True for the tar reader's errors about invalid bytes; all other errors come from the target. */
function isTarError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /tar header|end of data|Premature|Unexpected|destroyed|size/i.test(error.message)
  );
}

async function readEntries(
  archiveName: string,
  extract: ReturnType<typeof createExtract>,
  reader: ArchiveReader,
): Promise<void> {
  const damaged = new StartError(`${archiveName} ${DAMAGED}`);
  const sums = createHash('sha256');
  let isFirst = true;
  let isWhole = false;
  for await (const entry of extract) {
    const { name, size = 0, type } = entry.header;
    if (type !== 'file' || !isArchiveName(name) || isWhole || isFirst !== (name === MANIFEST_NAME))
      throw damaged;
    isFirst = false;
    const hash = createHash('sha256');
    const body = hashed(entry as AsyncIterable<Buffer>, hash);
    if (name === SUMS_NAME) {
      for await (const _ of body);
      isWhole = hash.digest('hex') === sums.digest('hex');
      if (!isWhole) throw damaged;
      continue;
    }
    if (name === MANIFEST_NAME)
      await reader.onManifest(parseManifest(archiveName, await readText(body, size)));
    else await reader.onEntry({ name, size, body });
    // Reads the rest of the entry for its hash.
    for await (const _ of body);
    sums.update(`${hash.digest('hex')}  ${name}\n`);
  }
  if (!isWhole) throw damaged;
}

async function* hashed(
  source: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
}

export async function readText(body: AsyncIterable<Buffer>, size: number): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new StartError(`An entry of ${size} bytes is too large.`);
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function parseManifest(archiveName: string, text: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartError(
      `${archiveName} ${DAMAGED} Or a newer version of Satchel has written it.`,
      {
        cause,
      },
    );
  }
}

/** Reads enough bytes to recognize encryption; `all` yields these bytes again. */
async function readStart(name: string, bytes: AsyncIterable<Buffer>) {
  const rest = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  try {
    while (start.length < MAGIC_BYTES) {
      const { value, done } = await rest.next();
      if (done) break;
      start = Buffer.concat([start, value]);
    }
  } catch (cause) {
    throw new StartError(`${name} cannot be read.`, { cause });
  }
  async function* all() {
    yield start;
    yield* { [Symbol.asyncIterator]: () => rest };
  }
  return { start, all: all() };
}
