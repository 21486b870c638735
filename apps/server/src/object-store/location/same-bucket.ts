import { Readable } from 'node:stream';
import { randomId } from '#security/random.ts';
import type { ObjectStore } from '../object-store.ts';
import { RESERVED_PREFIX } from '../reserved-keys.ts';

/**
 * Bucket and the row of its config. The row's object is replaced after each change, so it can be a
 * cache key.
 */
export interface LocatedBucket {
  readonly config: {
    readonly id: string;
    readonly endpointUrl: string;
    readonly bucketName: string;
  };
  readonly store: Pick<ObjectStore, 'head' | 'put' | 'remove'>;
}

const answers = new WeakMap<LocatedBucket['config'], WeakMap<LocatedBucket['config'], boolean>>();

/**
 * True if two storage configs lead to one bucket. A move between them would otherwise delete the only
 * copy. Buckets of one name at two addresses may be the same, so the server puts a small object into
 * the second and looks for it in the first, once per pair of configs.
 */
export async function isSameBucket(
  first: LocatedBucket,
  second: LocatedBucket,
  signal: AbortSignal,
): Promise<boolean> {
  const [a, b] = [first.config, second.config];
  if (a.id === b.id) return true;
  if (a.bucketName !== b.bucketName) return false;
  if (a.endpointUrl === b.endpointUrl) return true;
  const known = answers.get(a)?.get(b);
  if (known !== undefined) return known;
  const key = `${RESERVED_PREFIX}same-bucket-${randomId()}`;
  await second.store.put(key, Readable.from([]), { contentType: 'text/plain', size: 0, signal });
  try {
    const isSame = (await first.store.head(key, signal)) !== undefined;
    answers.set(a, (answers.get(a) ?? new WeakMap()).set(b, isSame));
    return isSame;
  } finally {
    await second.store.remove([key]);
  }
}
