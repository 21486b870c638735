import { type FileHandle, open } from 'node:fs/promises';

/** Where the bytes of a Blob lie. */
interface Origin {
  readonly path: string;
  readonly start: number;
  readonly fileSize: number;
  readonly mtimeMs: number;
}

const origins = new WeakMap<Blob, Origin>();

/** Remembers of a Blob, and of all that is sliced from it, where its bytes lie. */
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
  /** The bytes are good until the next call. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Straight from disk where the Blob is of `openFile` and its file has not changed; else as any Blob. */
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

/** A file that has changed is left to the Blob, whose error everybody knows. */
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
