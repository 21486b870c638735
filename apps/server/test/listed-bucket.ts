import type { ListedObject, ListPage } from '../src/object-store/object-store.ts';

export function listed(key: string, size: number): ListedObject {
  return { key, size, etag: `"${size}"`, lastModified: new Date('2026-01-01T00:00:00Z') };
}

/** Bucket that records its listings. */
export function createListedBucket() {
  const objects = new Map<string, ListedObject>();
  let [page, lists] = [0, 0];
  return {
    pageSize: 1000,
    /** Compares as S3 lists: by the bytes of keys. */
    compare: (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b)),
    /** Called after a page was read and before it is returned. */
    afterRead: undefined as ((page: number) => Promise<void>) | undefined,
    get lists() {
      return lists;
    },
    keys: () => [...objects.keys()].sort(),
    bytes: () => [...objects.values()].reduce((sum, { size }) => sum + size, 0),
    put(key: string, size: number) {
      const object = listed(key, size);
      objects.set(key, object);
      return object;
    },
    delete: (key: string) => void objects.delete(key),
    async list(options: {
      cursor?: string | undefined;
      signal?: AbortSignal | undefined;
    }): Promise<ListPage> {
      const { cursor, signal } = options;
      signal?.throwIfAborted();
      page = cursor === undefined ? 1 : page + 1;
      lists += 1;
      const rest = [...objects.keys()]
        .sort(this.compare)
        .filter((key) => cursor === undefined || this.compare(key, cursor) > 0);
      const shown = rest.slice(0, this.pageSize);
      const found = shown.flatMap((key) => objects.get(key) ?? []);
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      await Promise.race([this.afterRead?.(page), aborted]);
      return {
        objects: found,
        prefixes: [],
        cursor: rest.length > shown.length ? shown.at(-1) : undefined,
      };
    },
  };
}

export function storageConfigRow(id: string, now: Date) {
  return {
    id,
    name: 'Bucket',
    providerType: 'Other',
    endpointUrl: 'http://storage.test',
    bucketName: 'bucket',
    accessKeyId: 'key',
    secretAccessKeyEncrypted: 'x',
    createdAt: now,
    updatedAt: now,
  };
}
