import { makeZip } from 'client-zip';

interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  /** Absent for a folder. */
  readonly input?: AsyncIterable<Uint8Array<ArrayBuffer>> | string;
}

/** An archive that is written as it arrives: neither it nor a file of it is ever all in memory. */
export interface Packer {
  /** Rejects once nothing can be written any more, such as on a disk that is full. */
  readonly broken: Promise<never>;
  /** Resolves once all of the entry is written. */
  add(entry: Entry): Promise<void>;
  /** Resolves once the archive is whole. */
  end(): Promise<void>;
}

/** @param writable takes the bytes of the archive; aborted with the signal */
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
  // Told by `add` and `end`; before that it is nobody's.
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
