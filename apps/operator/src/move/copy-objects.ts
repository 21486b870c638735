import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { forEachAtOnce } from '@satchel/server/concurrency/for-each-at-once';
import { AppError } from '@satchel/server/errors';
import type { ListedObject, ObjectStore } from '@satchel/server/object-store';
import { StartError } from '@satchel/server/start-error';
import type { MoveJournal } from './move-journal.ts';

const CONCURRENT_COPIES = 4;
/** Waits before further attempts of a copy that the storage did not take, in milliseconds. */
const RETRIES_AFTER_MS = [1000, 4000];
/** Not moved, because the server creates thumbnails again when they are needed. */
const THUMBNAILS = '.satchel/thumbnails/';

export interface ObjectCount {
  readonly objects: number;
  readonly bytes: number;
}

export async function countObjects(source: ObjectStore, signal: AbortSignal): Promise<ObjectCount> {
  let objects = 0;
  let bytes = 0;
  for await (const page of pages(source, signal)) {
    objects += page.length;
    for (const { size } of page) bytes += size;
  }
  return { objects, bytes };
}

/**
 * Copies every object to the same key, and compares the stored copy with it.
 *
 * @param onPage called with the number of copied objects, including those of an earlier run
 * @throws {StartError} if another object has the key already
 */
export async function copyObjects(
  source: ObjectStore,
  target: ObjectStore,
  journal: MoveJournal,
  onPage: (count: ObjectCount) => void,
  signal: AbortSignal,
): Promise<ObjectCount> {
  let objects = 0;
  let bytes = 0;
  for await (const page of pages(source, signal)) {
    await forEachAtOnce(page, CONCURRENT_COPIES, async (object) => {
      if (!journal.isMoved(object)) {
        signal.throwIfAborted();
        const targetEtag = await persistently(
          () => copyOne(source, target, object, signal),
          signal,
        );
        await journal.add({ ...object, targetEtag });
      }
      objects += 1;
      bytes += object.size;
    });
    onPage({ objects, bytes });
  }
  return { objects, bytes };
}

async function* pages(source: ObjectStore, signal: AbortSignal): AsyncGenerator<ListedObject[]> {
  let cursor: string | undefined;
  do {
    const page = await source.list({ prefix: '', cursor, signal });
    yield page.objects.filter(({ key }) => !key.startsWith(THUMBNAILS));
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Repeats a copy whose connection broke or that timed out; the SDK repeats only small ones, whose bytes it has. */
async function persistently(copy: () => Promise<string>, signal: AbortSignal): Promise<string> {
  for (const waitMs of RETRIES_AFTER_MS) {
    try {
      return await copy();
    } catch (error) {
      const isStorage =
        error instanceof AppError && /^storage\.(unavailable|timeout)$/.test(error.code);
      if (!isStorage || signal.aborted) throw error;
      await setTimeout(waitMs, undefined, { signal });
    }
  }
  return copy();
}

async function copyOne(
  source: ObjectStore,
  target: ObjectStore,
  { key, size }: ListedObject,
  signal: AbortSignal,
): Promise<string> {
  const found = await target.head(key, signal);
  if (found) {
    // The object may come from an interrupted run or another process.
    if (
      found.size === size &&
      (await hashIn(target, key, signal)) === (await hashIn(source, key, signal))
    )
      return found.etag;
    throw new StartError(
      `The target has another object at ${key} already. Move into an empty bucket; nothing was overwritten.`,
    );
  }
  const object = await source.get(key, { signal });
  if (!object) throw new StartError(`${key} has gone while it was moved. Is a server running?`);
  const md5 = createHash('md5');
  const sha256 = createHash('sha256');
  const read = async function* () {
    for await (const chunk of object.body) {
      md5.update(chunk);
      sha256.update(chunk);
      yield chunk;
    }
  };
  const body = Readable.from(read(), { objectMode: false });
  const contentType = object.contentType ?? 'application/octet-stream';
  const stored = await target.put(key, body, { contentType, size, signal });
  // In most storages the ETag of an object stored in one request is its MD5.
  if (stored.size === size && stored.etag.replaceAll('"', '') === md5.digest('hex')) {
    return stored.etag;
  }
  if ((await hashIn(target, key, signal)) === sha256.digest('hex')) return stored.etag;
  await target.remove([key], signal);
  throw new StartError(`${key} did not arrive as it was sent. Run the command again.`);
}

async function hashIn(
  store: ObjectStore,
  key: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const object = await store.get(key, { signal });
  return object && hashOf(object.body);
}

async function hashOf(body: Readable): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of body) hash.update(chunk);
  return hash.digest('hex');
}
