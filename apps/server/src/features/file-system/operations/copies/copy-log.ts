import type { ListedObject, StoredObject } from '#object-store';
import { compareKeys } from '#paths/key.ts';

export type CopyLog = ReturnType<typeof createCopyLog>;

/**
 * Knows which objects under the new names a task has copied, so that a failed task removes no object that another
 * program has stored there. Small, because copies are made in the order of their keys, and most have the ETag of
 * their source.
 *
 * @param isResumed whether a previous process may have made copies that this one has not noted yet
 */
export function createCopyLog(isResumed: boolean) {
  let lastKey = '';
  /** Whether a copy had the ETag of its source, as storages have it whose ETags are MD5 sums. */
  let keepsEtags = false;
  /** ETags of copies that differ from their source's; undefined while the outcome of the copy is unknown. */
  const etags = new Map<string, string | undefined>();
  /** Names that another program had taken. */
  const refused = new Set<string>();
  const reach = (key: string) => {
    if (compareKeys(key, lastKey) > 0) lastKey = key;
  };

  return {
    /** Notes a copy before it is requested. */
    begin(key: string): void {
      reach(key);
      etags.set(key, undefined);
    },
    /** Notes a copy as the storage answered, or as a previous process left it. */
    end(key: string, copy: Pick<StoredObject, 'etag'>, source: Pick<ListedObject, 'etag'>): void {
      reach(key);
      if (copy.etag === source.etag) {
        keepsEtags = true;
        etags.delete(key);
      } else etags.set(key, copy.etag);
    },
    refuse(key: string): void {
      etags.delete(key);
      refused.add(key);
    },
    /**
     * True if an object is a copy that this task made. Where the storage did not answer, a new object of the same
     * size counts as the copy if its ETag cannot tell: that of a multipart object is another one.
     */
    isOwn(object: ListedObject, source: ListedObject): boolean {
      const { key, size, etag, lastModified } = object;
      const isReached = compareKeys(key, lastKey) <= 0;
      if (size !== source.size || refused.has(key) || !(isReached || isResumed)) return false;
      const copied = etags.get(key);
      if (copied !== undefined) return etag === copied;
      const isUnknown = !isReached || etags.has(key);
      const isDecisive = keepsEtags && !source.etag.includes('-');
      const mayBeCopy = isUnknown && !isDecisive && lastModified >= source.lastModified;
      return etag === source.etag || mayBeCopy;
    },
  };
}
