/** Smaller files pass through memory, which is faster than the disk. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;

/**
 * A file that was read and is sent on. Storages take a file only with its length and want no stream, so a
 * large one waits on the disk in between, and memory stays small whatever its size.
 */
export interface Staged {
  readonly blob: Blob;
  /** Frees the disk. */
  remove(): Promise<void>;
}

/** Reads a reply to its end. */
export async function stage(
  reply: Response,
  sizeBytes: number,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Staged> {
  const body = (reply.body ?? new Blob().stream()).pipeThrough(counting(onBytes));
  const root = sizeBytes > IN_MEMORY_BYTES ? await diskOf() : undefined;
  if (!root) {
    signal.throwIfAborted();
    const blob = await new Response(body).blob();
    return { blob, async remove() {} };
  }
  const name = `satchel-carried-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
  const remove = () => root.removeEntry(name).catch(() => {});
  try {
    const handle = await root.getFileHandle(name, { create: true });
    await body.pipeTo(await handle.createWritable(), { signal });
    return { blob: await handle.getFile(), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The browser's own disk for the page; only secure pages have one. */
async function diskOf(): Promise<FileSystemDirectoryHandle | undefined> {
  return navigator.storage?.getDirectory?.().catch(() => undefined);
}

function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
}
