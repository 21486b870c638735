import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bucket, type BucketConfig, openBucket } from './bucket.ts';
import { isBucketName } from './bucket-name.ts';
import { lockDirectory } from './directory-lock.ts';
import { createMutex } from './mutex.ts';
import { syncDirectory } from './sync-directory.ts';

export interface ObjectStore {
  bucket(name: string): Bucket | undefined;
  /** In the order of their names. */
  buckets(): Bucket[];
  /** False if the bucket exists already. */
  createBucket(name: string, nowMs: number): Promise<boolean>;
  deleteBucket(name: string): Promise<'deleted' | 'missing' | 'not-empty'>;
  close(): Promise<void>;
}

export async function openObjectStore(directory: string): Promise<ObjectStore> {
  const bucketsDirectory = join(directory, 'buckets');
  const temporaryDirectory = join(directory, 'tmp');
  await mkdir(bucketsDirectory, { recursive: true });
  const unlock = lockDirectory(directory);
  const buckets = await openBuckets(directory, bucketsDirectory, temporaryDirectory).catch(
    (error) => {
      unlock();
      throw error;
    },
  );
  // Buckets are created and deleted one at a time, so that a name is never being both.
  const inTurn = createMutex();
  let closing: Promise<void> | undefined;

  return {
    bucket: (name) => buckets.get(name),
    buckets: () => [...buckets.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    createBucket: (name, nowMs) =>
      inTurn(async () => {
        if (buckets.has(name)) return false;
        const path = join(bucketsDirectory, name);
        const draft = join(temporaryDirectory, randomBytes(12).toString('hex'));
        await draftBucket(draft, { version: 1, createdMs: nowMs });
        await rename(draft, path);
        await syncDirectory(bucketsDirectory);
        buckets.set(name, await openBucket(name, path));
        return true;
      }),
    deleteBucket: (name) =>
      inTurn(async () => {
        const bucket = buckets.get(name);
        if (bucket === undefined) return 'missing';
        if (bucket.objectCount > 0) return 'not-empty';
        // Closed first, so that no running write is acknowledged and then lost.
        await bucket.close();
        const path = join(bucketsDirectory, name);
        if (bucket.objectCount > 0) {
          buckets.set(name, await openBucket(name, path));
          return 'not-empty';
        }
        buckets.delete(name);
        const discarded = join(temporaryDirectory, randomBytes(12).toString('hex'));
        await rename(path, discarded);
        await syncDirectory(bucketsDirectory);
        await rm(discarded, { recursive: true, force: true });
        return 'deleted';
      }),
    close() {
      closing ??= inTurn(async () => {
        await Promise.all([...buckets.values()].map((bucket) => bucket.close()));
        buckets.clear();
        unlock();
      });
      return closing;
    },
  };
}

async function openBuckets(
  directory: string,
  bucketsDirectory: string,
  temporaryDirectory: string,
): Promise<Map<string, Bucket>> {
  const buckets = new Map<string, Bucket>();
  try {
    await rm(temporaryDirectory, { recursive: true, force: true });
    await mkdir(temporaryDirectory);
    await syncDirectory(directory);
    for (const name of await readdir(bucketsDirectory)) {
      if (!isBucketName(name)) continue;
      buckets.set(name, await openBucket(name, join(bucketsDirectory, name)));
    }
    return buckets;
  } catch (error) {
    await Promise.all([...buckets.values()].map((bucket) => bucket.close()));
    throw error;
  }
}

async function draftBucket(path: string, config: BucketConfig): Promise<void> {
  await mkdir(join(path, 'data'), { recursive: true });
  await mkdir(join(path, 'tmp'));
  await writeFile(join(path, 'bucket.json'), JSON.stringify(config), { flush: true });
  await (await open(join(path, 'journal'), 'wx')).close();
  await syncDirectory(path);
}
