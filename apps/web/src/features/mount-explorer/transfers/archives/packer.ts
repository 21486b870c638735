import { makeZip } from 'client-zip';

interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  /** Undefined for a folder. */
  readonly input?: AsyncIterable<Uint8Array<ArrayBuffer>> | string;
}

/** Writes an archive as a stream: neither the archive nor any of its files is completely in memory. */
export interface Packer {
  /** Rejects when the target can no longer be written, for example because the disk is full. */
  readonly broken: Promise<never>;
  /** Resolves when the entry is completely written. */
  add(entry: Entry): Promise<void>;
  /** Resolves when the archive is complete. */
  end(): Promise<void>;
}

/** @param writable receives the bytes of the archive; the signal aborts it */
export function createPacker(writable: WritableStream<Uint8Array>, signal: AbortSignal): Packer {
  let next = Promise.withResolvers<Entry | null>();
  let consumed = Promise.withResolvers<void>();

  async function* entries() {
    for (;;) {
      const entry = await next.promise;
      next = Promise.withResolvers();
      if (!entry) return;
      const { input, ...rest } = entry;
      yield input === undefined ? rest : { ...rest, input };
      consumed.resolve();
    }
  }

  const written = makeZip(entries() as Parameters<typeof makeZip>[0]).pipeTo(writable, { signal });
  // Avoids an "unhandled rejection"; callers of `add` and `end` still see the failure.
  written.catch(() => {});
  const broken = new Promise<never>((_, reject) => {
    written.catch(reject);
  });
  broken.catch(() => {});

  return {
    broken,
    add(entry) {
      consumed = Promise.withResolvers();
      next.resolve(entry);
      return Promise.race([consumed.promise, broken]);
    },
    end() {
      next.resolve(null);
      return written;
    },
  };
}
