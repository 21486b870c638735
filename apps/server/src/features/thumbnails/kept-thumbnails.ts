import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import type { Fence } from '#leases/hold.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import { bareEtag } from '#object-store/etag.ts';
import { listPages } from '#object-store/list-pages.ts';
import { THUMBNAILS_PREFIX } from '#object-store/reserved-keys.ts';

/** Maximum age of a thumbnail, because the server is not notified when an image is deleted. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const KEEP_TIMEOUT_MS = 30_000;
const CREATED_BY = 'thumbnails';
const CONTENT_TYPE = 'image/webp';

/** Object, version and size of a thumbnail. */
export interface ThumbnailName {
  readonly storage: Storage;
  readonly key: string;
  readonly etag: string;
  readonly pixels: number;
}

/** Stores thumbnails in the same bucket as their images, under the server's own prefix. */
export function createKeptThumbnails(streamWrites: StreamWrites, clock: Clock) {
  const write = async (name: ThumbnailName, bytes: Buffer) => {
    const { storage } = name;
    const objectKey = keyOf(name);
    const { length: size } = bytes;
    const begun = await streamWrites.begin(storage, {
      objectKey,
      sizeBytes: size,
      mayOverwrite: true,
      createdBy: CREATED_BY,
    });
    await streamWrites.store(storage, begun, (store) =>
      store.put(objectKey, Readable.from([bytes]), {
        ...{ contentType: CONTENT_TYPE, size },
        signal: AbortSignal.timeout(KEEP_TIMEOUT_MS),
      }),
    );
  };
  const removeEarlier = async (name: ThumbnailName) => {
    const { store } = name.storage;
    const { objects } = await store.list({ prefix: folderOf(name.key) });
    const now = versionOf(name.etag);
    const earlier = objects.map(({ key }) => key).filter((key) => !key.includes(`/${now}-`));
    if (earlier.length > 0) await store.remove(earlier);
  };
  return {
    async find(name: ThumbnailName, signal: AbortSignal): Promise<Buffer | undefined> {
      const found = await name.storage.store.get(keyOf(name), { signal });
      return found && (await buffer(found.body));
    },
    /**
     * Replaces thumbnails of earlier versions. If the storage refuses, the server creates the thumbnail
     * anew each time.
     */
    async keep(name: ThumbnailName, bytes: Buffer) {
      try {
        await write(name, bytes);
        await removeEarlier(name);
      } catch (error) {
        // The bucket is full, read-only or busy; the caller gets the thumbnail all the same.
        if (!(error instanceof AppError)) throw error;
      }
    },
    /** Removes the old thumbnails of a bucket; returns how many. */
    async sweep({ store }: Storage, fence: Fence): Promise<number> {
      const madeBefore = clock.now().getTime() - KEPT_MS;
      let count = 0;
      for await (const { objects } of listPages(store, { prefix: THUMBNAILS_PREFIX })) {
        const old = objects.filter(({ lastModified }) => lastModified.getTime() < madeBefore);
        if (old.length > 0) await store.remove(old.map(({ key }) => key));
        count += old.length;
        fence.assertHeld();
      }
      return count;
    },
  };
}

/** ETag of a thumbnail: it changes with the image. */
export function etagOf({ etag, pixels }: ThumbnailName): string {
  return `"${versionOf(etag)}-${pixels}"`;
}

function keyOf(name: ThumbnailName): string {
  return `${folderOf(name.key)}${versionOf(name.etag)}-${name.pixels}.webp`;
}

/** Folder name for any key: fixed length, without letters that differ only in case. */
function folderOf(key: string): string {
  return `${THUMBNAILS_PREFIX}${createHash('sha256').update(key).digest('hex')}/`;
}

/**
 * Version in a form that is safe in keys. ETags are mostly an MD5 and the number of parts, but may be
 * any text.
 */
function versionOf(etag: string): string {
  const bare = bareEtag(etag);
  return /^[\w-]{1,64}$/.test(bare) ? bare : createHash('sha256').update(bare).digest('hex');
}
