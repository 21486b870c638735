import { type FileHandle, open } from 'node:fs/promises';

/** Location of a Blob's bytes on disk. */
interface Origin {
  readonly path: string;
  readonly start: number;
  readonly fileSize: number;
  readonly mtimeMs: number;
}

const origins = new WeakMap<Blob, Origin>();

/** Records the location of a Blob's bytes on disk, for the Blob and for all of its slices. */
export function keepOrigin(blob: Blob, origin: Origin): Blob {
  origins.set(blob, origin);
  const slice = (from = 0, to = blob.size, type = '') => {
    const start = from < 0 ? Math.max(blob.size + from, 0) : Math.min(from, blob.size);
    const part = Blob.prototype.slice.call(blob, from, to, type);
    return keepOrigin(part, { ...origin, start: origin.start + start });
  };
  return Object.defineProperty(blob, 'slice', { value: slice });
}

/** Reads a Blob step by step. */
export interface BlobReader {
  /** Returns the next bytes. The next call overwrites the same buffer. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Reads directly from the disk if the Blob came from `openFile` and its file is unchanged, otherwise reads
 * the Blob.
 */
export async function openReader(blob: Blob, stepBytes: number): Promise<BlobReader> {
  const origin = origins.get(blob);
  const handle = origin && (await openUnchanged(origin));
  if (!origin || !handle) {
    return {
      read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
      close: async () => {},
    };
  }
  const buffer = Buffer.allocUnsafe(Math.min(stepBytes, blob.size));
  return {
    async read(start, end) {
      const { bytesRead } = await handle.read(buffer, 0, end - start, origin.start + start);
      if (bytesRead < end - start || !(await isUnchanged(handle, origin))) {
        throw new Error(`${origin.path} has changed`);
      }
      return buffer.subarray(0, bytesRead);
    },
    close: () => handle.close(),
  };
}

/** Undefined if the file has changed. Reading its Blob then fails with `NotReadableError`. */
async function openUnchanged(origin: Origin): Promise<FileHandle | undefined> {
  const handle = await open(origin.path).catch(() => undefined);
  if (handle && (await isUnchanged(handle, origin))) return handle;
  await handle?.close();
  return undefined;
}

async function isUnchanged(handle: FileHandle, { fileSize, mtimeMs }: Origin): Promise<boolean> {
  const stat = await handle.stat();
  return stat.size === fileSize && stat.mtimeMs === mtimeMs;
}
