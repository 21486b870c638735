import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
} from 'node:fs/promises';
import { join } from 'node:path';
import { S3Error } from '../s3-error.ts';
import { readDiskSpace } from './disk-space.ts';
import { createDirectorySync } from './sync-directory.ts';

const WRITE_BATCH_BYTES = 256 * 1024;
/** How many buffers are written at once; below the system's limit for writev. */
const MAX_BATCH_CHUNKS = 512;
const HOUR_MS = 3_600_000;

export interface StagedFile {
  /** Absolute path of a temporary file whose bytes are durable. */
  readonly path: string;
  readonly size: number;
}

/** The files below a bucket's `data/` and `tmp/`. A file is never changed once it has a name in `data/`. */
export interface DataFiles {
  /** Writes a temporary file; `onChunk` is called with every chunk. If it throws, nothing is left. */
  stage(source: AsyncIterable<Buffer>, onChunk: (chunk: Buffer) => void): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Makes a path for a new file below `data/`; its directory exists durably. */
  allocate(nowMs: number): Promise<string>;
  /** Creates the directory of an upload durably, unless it is there. */
  createDirectory(data: string): Promise<void>;
  publish(staged: StagedFile, data: string): Promise<void>;
  /** Gives published files a second name, which makes an instant copy, because they never change. */
  clone(fromPath: string, to: string, segments: readonly string[] | undefined): Promise<void>;
  path(data: string): string;
  remove(data: string): Promise<void>;
  /** Removes files that `isReferenced` does not know, left by a crash. Called before first use. */
  sweep(isReferenced: (data: string) => boolean): Promise<void>;
  /** The files of a directory; none where it is missing. */
  list(data: string): Promise<string[]>;
}

export function createDataFiles(bucketDirectory: string): DataFiles {
  const dataDirectory = join(bucketDirectory, 'data');
  const temporaryDirectory = join(bucketDirectory, 'tmp');
  const sync = createDirectorySync();
  const shards = new Map<string, Promise<void>>();
  const path = (data: string) => join(dataDirectory, data);
  const parentOf = (data: string) => path(data.slice(0, data.lastIndexOf('/')));

  async function createShard(shard: string): Promise<void> {
    await mkdir(path(shard), { recursive: true });
    await sync(dataDirectory);
  }

  return {
    path,
    async stage(source, onChunk) {
      const temporary = join(temporaryDirectory, randomBytes(12).toString('hex'));
      try {
        const size = await writeDurably(temporary, source, onChunk);
        // Leaves some space, because the database needs it to delete anything.
        if ((await readDiskSpace(temporaryDirectory)).isFull) {
          throw new S3Error('InsufficientStorage');
        }
        return { path: temporary, size };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    discard: (staged) => rm(staged.path, { force: true }),
    async allocate(nowMs) {
      // One directory for each hour, so that writes at the same time share the fsync of one directory.
      const shard = Math.floor(nowMs / HOUR_MS).toString(36);
      const created = shards.get(shard) ?? createShard(shard);
      shards.set(shard, created);
      try {
        await created;
      } catch (error) {
        shards.delete(shard);
        throw error;
      }
      return `${shard}/${randomBytes(12).toString('hex')}`;
    },
    async createDirectory(data) {
      const created = await mkdir(path(data), { recursive: true });
      if (created === undefined) return;
      await sync(parentOf(data));
      if (created !== path(data)) await sync(dataDirectory);
    },
    async publish(staged, data) {
      await rename(staged.path, path(data));
      await sync(parentOf(data));
    },
    async clone(fromPath, to, segments) {
      if (segments === undefined) {
        await linkOrCopy(fromPath, path(to));
      } else {
        await mkdir(path(to));
        for (const file of segments) await linkOrCopy(join(fromPath, file), path(`${to}/${file}`));
        await sync(path(to));
      }
      await sync(parentOf(to));
    },
    remove: (data) => rm(path(data), { recursive: true, force: true, maxRetries: 3 }),
    list: (data) => readdir(path(data)).catch(() => []),
    sweep: (isReferenced) => sweepOrphans(dataDirectory, temporaryDirectory, isReferenced),
  };
}

async function sweepOrphans(
  dataDirectory: string,
  temporaryDirectory: string,
  isReferenced: (data: string) => boolean,
): Promise<void> {
  await rm(temporaryDirectory, { recursive: true, force: true });
  await mkdir(temporaryDirectory);
  for (const shard of await readdir(dataDirectory)) {
    const directory = join(dataDirectory, shard);
    const names = await readdir(directory);
    const orphans = names.filter((name) => !isReferenced(`${shard}/${name}`));
    for (const name of orphans) await rm(join(directory, name), { recursive: true, force: true });
    if (orphans.length === names.length) await rm(directory, { recursive: true });
  }
}

async function writeDurably(
  path: string,
  source: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void,
): Promise<number> {
  const file = await open(path, 'wx');
  try {
    let size = 0;
    let batch: Buffer[] = [];
    let batchBytes = 0;
    // One batch is written while the next arrives, so at most two are in memory.
    let writing: Promise<unknown> = Promise.resolve();
    for await (const chunk of source) {
      onChunk(chunk);
      batch.push(chunk);
      batchBytes += chunk.length;
      size += chunk.length;
      if (batchBytes < WRITE_BATCH_BYTES && batch.length < MAX_BATCH_CHUNKS) continue;
      await writing;
      writing = writeAll(file, batch, batchBytes);
      writing.catch(() => undefined);
      batch = [];
      batchBytes = 0;
    }
    await writing;
    if (batch.length > 0) await writeAll(file, batch, batchBytes);
    await file.datasync();
    return size;
  } finally {
    await file.close();
  }
}

/** Writes all buffers: on a nearly full disk a write may be short without an error, and the next fails. */
async function writeAll(file: FileHandle, batch: readonly Buffer[], bytes: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === bytes) return;
  const all = Buffer.concat(batch);
  for (let written = bytesWritten; written < bytes; ) {
    written += (await file.write(all, written, bytes - written)).bytesWritten;
  }
}

/** Copies if linking fails: some file systems have no hard links, and all limit how many a file has. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
    const copy = await open(to, 'r+');
    try {
      await copy.datasync();
    } finally {
      await copy.close();
    }
  }
}
