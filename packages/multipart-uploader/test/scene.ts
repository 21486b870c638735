import type { UploaderOptions } from '../src/engine/options.ts';
import type { Upload } from '../src/engine/upload.ts';
import { type AddOptions, createUploader, type Uploader } from '../src/engine/uploader.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeStore, createMemoryStore, type FakeStore } from './fake-store.ts';

export const PART_SIZE = 10;

export interface Scene {
  readonly clock: FakeClock;
  readonly store: FakeStore;
  readonly options: UploaderOptions;
  readonly network: { isOnline: boolean; comeBack(): void };
  uploader(extra?: Partial<UploaderOptions>): Uploader;
  /** Uploads a number of parts with a new uploader, like a page after a reload. */
  add(parts: number, extra?: Partial<UploaderOptions>, addOptions?: AddOptions): Upload;
  /** Resolves to null when the upload completes, otherwise to its error. */
  finish(upload: Upload): Promise<unknown>;
  /** Requests of the log that begin with a word. */
  logged(word: string): string[];
}

export function fileOf(parts: number, name = 'file.bin'): File {
  const bytes = Uint8Array.from({ length: parts * PART_SIZE }, (_, index) => (index * 7) % 251);
  return new File([bytes], name, { lastModified: 1 });
}

/** Creates a fake clock, a fake S3 and a network that tests can switch, with default options. */
export function createScene(): Scene {
  const clock = createFakeClock();
  const store = createFakeStore(clock);
  const callbacks = new Set<() => void>();
  const network = {
    isOnline: true,
    comeBack() {
      network.isOnline = true;
      for (const callback of callbacks) callback();
    },
  };
  const options: UploaderOptions = {
    ...{ transport: store.transport, send: store.send, clock, partSize: PART_SIZE },
    store: createMemoryStore(),
    connectivity: {
      isOnline: () => network.isOnline,
      onOnline(callback) {
        callbacks.add(callback);
        return () => void callbacks.delete(callback);
      },
    },
  };
  const uploader = (extra: Partial<UploaderOptions> = {}) =>
    createUploader({ ...options, ...extra });
  return {
    ...{ clock, store, options, network, uploader },
    add: (parts, extra, addOptions) => uploader(extra).add(fileOf(parts), addOptions),
    finish: (upload) =>
      clock.runUntil(upload.done).then(
        () => null,
        (error: unknown) => error,
      ),
    logged: (word) => store.log.filter((entry) => entry.startsWith(word)),
  };
}
