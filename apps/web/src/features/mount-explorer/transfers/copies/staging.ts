/** Files below this size are buffered in memory, which is faster than the disk. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;

/**
 * A downloaded file that is ready for upload. Storages require the length of an upload and accept no stream,
 * so the browser's disk buffers a large file, and memory use stays small.
 */
export interface Staged {
  readonly blob: Blob;
  /** Frees the disk. */
  remove(): Promise<void>;
}

/** Reads a whole response into memory or onto the disk. */
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

/** The origin private file system; only secure pages have one. */
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
