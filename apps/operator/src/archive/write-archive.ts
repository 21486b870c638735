import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pack as createPack } from 'tar-stream';
import { SUMS_NAME } from './manifest.ts';

/** Writes a tar archive entry by entry; no file is ever completely in memory. */
export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  addFile(name: string, path: string): Promise<void>;
  /** Adds the hashes of all previous entries. */
  finish(): Promise<void>;
}

/**
 * Archive that `fill` writes while the bytes are read.
 *
 * @param modifiedAt modification time of all entries
 */
export async function* archive(
  fill: (writer: ArchiveWriter) => Promise<void>,
  modifiedAt: Date,
): AsyncGenerator<Buffer> {
  const pack = createPack();
  const sums: string[] = [];
  const add = async (name: string, size: number, source: AsyncIterable<Buffer>) => {
    const hash = createHash('sha256');
    const ended = Promise.withResolvers<void>();
    const header = { name, size, mode: 0o600, mtime: modifiedAt };
    const entry = pack.entry(header, (error) => (error ? ended.reject(error) : ended.resolve()));
    ended.promise.catch(() => undefined);
    for await (const chunk of source) {
      hash.update(chunk);
      if (!entry.write(chunk)) {
        const drained = new Promise<void>((resolve) => entry.once('drain', () => resolve()));
        await Promise.race([drained, ended.promise]);
      }
    }
    entry.end(Buffer.alloc(0));
    await ended.promise;
    if (name !== SUMS_NAME) sums.push(`${hash.digest('hex')}  ${name}\n`);
  };
  const addText = (name: string, text: string) => {
    const bytes = Buffer.from(text);
    return add(name, bytes.length, only(bytes));
  };
  const writer: ArchiveWriter = {
    addText,
    addFile: async (name, path) =>
      add(name, (await stat(path)).size, createReadStream(path) as AsyncIterable<Buffer>),
    async finish() {
      const bytes = sums.map((line) => Buffer.from(line));
      const size = bytes.reduce((sum, line) => sum + line.length, 0);
      await add(SUMS_NAME, size, lines(bytes));
      pack.finalize();
    },
  };
  const filling = fill(writer).catch((error: unknown) => {
    pack.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const chunk of pack) yield chunk as Buffer;
  } finally {
    pack.destroy();
    await filling;
  }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes;
}

const BATCH_LINES = 1000;

async function* lines(all: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < all.length; at += BATCH_LINES) {
    yield Buffer.concat(all.slice(at, at + BATCH_LINES));
  }
}
