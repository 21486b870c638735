import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Clock } from '#clock';
import type { BufferBudget } from '#concurrency/buffer-budget.ts';
import { AppError } from '#errors';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { FileSystemService } from '#features/file-system/service.ts';
import type { Storage, StorageConfigService } from '#features/storage-configs/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { Fence } from '#leases/hold.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import type { ObjectInfo } from '#object-store';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { isGuarded } from '#share-rules/limits.ts';
import { createKeptThumbnails, etagOf, type ThumbnailName } from './kept-thumbnails.ts';
import { createResizer, ResizeError } from './resizer.ts';
import { createSharedWork } from './shared-work.ts';

/**
 * Types that the decoders read. HEIC is missing, because its patents keep it out of prebuilt libraries.
 */
const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);
const MAX_INPUT_BYTES = 32 * 1024 * 1024;
const STEPS_PIXELS = [128, 256, 512, 1024];
/** Number of originals in memory: one is read while another is resized. */
const CONCURRENT_READS = 2;
/** Maximum number of waiting requests; beyond it a retry is the better answer. */
const MAX_WAITING = 256;
const BUSY_SECONDS = 3;
/** Number of images remembered as failed, so that they are not tried repeatedly. */
const REMEMBERED_FAILURES = 5000;
const SWEEP_INTERVAL_MS = 24 * 60 * 60 * 1000;

/** Image in a storage. */
export interface ThumbnailSource {
  readonly name: string;
  readonly storage: Storage;
  readonly key: string;
  head(signal: AbortSignal): Promise<ObjectInfo>;
}

export type ThumbnailService = ReturnType<typeof createThumbnailService>;

export interface ThumbnailDependencies {
  readonly fileSystem: Pick<FileSystemService, 'reading'>;
  readonly fileShares: Pick<FileShareService, 'content'>;
  readonly storageConfigs: Pick<StorageConfigService, 'listAll'>;
  readonly streamWrites: StreamWrites;
  readonly buffers: BufferBudget;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Thumbnails of images. They need the same rights as the image itself. */
export function createThumbnailService(dependencies: ThumbnailDependencies) {
  const { fileSystem, fileShares, storageConfigs, streamWrites, buffers, clock, onError } =
    dependencies;
  const kept = createKeptThumbnails(streamWrites, clock);
  const making = createMaking(kept, buffers);
  let sweptAt = 0;

  /** Thumbnail of a file that the caller has found and may read. */
  const ofFile = async (file: ThumbnailSource, wantedPixels: number, signal: AbortSignal) => {
    const { name: filename, storage, key } = file;
    const { etag, size } = await file.head(signal);
    const isImage = TYPES.has(contentTypeOf(filename));
    if (!isImage || size > MAX_INPUT_BYTES) throw new AppError('thumbnails.none');
    const name = { storage, key, etag, pixels: stepOf(wantedPixels) };
    return {
      filename,
      etag: etagOf(name),
      /** WebP. @throws {AppError} `thumbnails.none` */
      read: (until: AbortSignal) => making.read(name, until),
    };
  };
  return {
    ofFile,
    async ofEntry(caller: AuthenticatedCaller, path: string, pixels: number, signal: AbortSignal) {
      const { reading } = fileSystem;
      const place = await reading.findFile(caller, path);
      return ofFile({ ...place, head: (until) => reading.head(place, until) }, pixels, signal);
    },
    /** For anonymous visitors; costs no view. Shares with a password or a limit have no thumbnail. */
    async ofShare(slug: string, pixels: number, signal: AbortSignal) {
      const share = await fileShares.content.peek(slug);
      // A thumbnail would reveal the content without the password or a view.
      if (isGuarded(share)) throw new AppError('thumbnails.none');
      return ofFile(await fileShares.content.fileOf(share), pixels, signal);
    },
    /** Removes old thumbnails, at most once a day. */
    async sweep(fence: Fence): Promise<number> {
      const now = clock.now().getTime();
      if (now - sweptAt < SWEEP_INTERVAL_MS) return 0;
      sweptAt = now;
      let count = 0;
      for (const storage of await storageConfigs.listAll()) {
        // A storage that is down or was removed does not keep the sweep from the others.
        count += await kept.sweep(storage, fence).catch((error) => {
          onError(error);
          return 0;
        });
        fence.assertHeld();
      }
      return count;
    },
    close: making.close,
  };
}

/** Next larger size that is offered. */
function stepOf(pixels: number): number {
  return STEPS_PIXELS.find((step) => step >= pixels) ?? Math.max(...STEPS_PIXELS);
}

function createMaking(kept: ReturnType<typeof createKeptThumbnails>, buffers: BufferBudget) {
  const queue = new PQueue({ concurrency: CONCURRENT_READS });
  const resizer = createResizer();
  const turns = new PQueue({ concurrency: 1 });
  const share = createSharedWork<Buffer>();
  const failed = new LRUCache<string, true>({ max: REMEMBERED_FAILURES });

  const resize = async (name: ThumbnailName, signal: AbortSignal) => {
    const { storage, key, etag, pixels } = name;
    const original = await storage.store.get(key, { ifMatch: etag, signal });
    if (!original) throw new AppError('thumbnails.none');
    try {
      const release = await buffers.acquire(original.size, signal);
      try {
        const bytes = await buffer(original.body);
        return await inTurn(turns, signal, () => resizer.resize(bytes, pixels));
      } finally {
        release();
      }
    } finally {
      original.body.destroy();
    }
  };

  const make = async (name: ThumbnailName, version: string, signal: AbortSignal) => {
    const before = await kept.find(name, signal);
    if (before) return before;
    if (queue.size >= MAX_WAITING) {
      throw new AppError('thumbnails.busy', { details: { seconds: BUSY_SECONDS } });
    }
    try {
      const made = await inTurn(queue, signal, () => resize(name, signal));
      await kept.keep(name, made);
      return made;
    } catch (error) {
      if (!(error instanceof ResizeError)) throw error;
      failed.set(version, true);
      throw new AppError('thumbnails.none', { cause: error });
    }
  };

  return {
    async read(name: ThumbnailName, signal: AbortSignal): Promise<Buffer> {
      const version = `${name.storage.config.id}\n${name.key}\n${name.etag}`;
      if (failed.has(version)) throw new AppError('thumbnails.none');
      return share(`${version}\n${name.pixels}`, signal, (shared) => make(name, version, shared));
    },
    async close() {
      queue.clear();
      turns.clear();
      await resizer.close();
      await queue.onIdle();
    },
  };
}

/**
 * Waits for a turn. A caller that disconnects gives up a turn that has not begun. Work that has begun
 * ends soon and serves the next caller, and its slot is free once its memory is.
 */
function inTurn<Result>(
  queue: PQueue,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const leave = () => waiting.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const begin = () => {
    signal.removeEventListener('abort', leave);
    return work();
  };
  return queue.add(begin, { signal: waiting.signal });
}
