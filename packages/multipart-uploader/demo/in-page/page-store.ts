import type { ListedPart, PartSender } from '@satchel/multipart-uploader';
import type { UploadStorage } from '@satchel/multipart-uploader/server';

const PART_URL = 'https://page-store.invalid';

interface StoredPart extends ListedPart {
  readonly uploadId: string;
  readonly body: Blob;
}

interface StoredObject {
  readonly key: string;
  readonly body: Blob;
  readonly etag: string;
  readonly lastModifiedMs: number;
}

/** A store in the visitor's browser, which knows as much of S3 as uploads in parts need. */
export interface PageStore {
  readonly storage: UploadStorage;
  /** Takes parts by their signed URLs, as the store's own server would. */
  readonly sender: PartSender;
  readonly read: (key: string) => Promise<Blob>;
}

export function createPageStore(): PageStore {
  const opening = open();

  async function run<T>(
    name: 'uploads' | 'parts' | 'objects',
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    return settled(work((await opening).transaction(name, 'readwrite').objectStore(name)));
  }

  async function partsOf(uploadId: string): Promise<readonly StoredPart[]> {
    if ((await run('uploads', (uploads) => uploads.getKey(uploadId))) === undefined) {
      throw Object.assign(new Error('There is no such upload.'), { code: 'NoSuchUpload' });
    }
    return run<StoredPart[]>('parts', (parts) => parts.getAll(partsRange(uploadId)));
  }

  async function removeUpload(uploadId: string): Promise<void> {
    await run('uploads', (uploads) => uploads.delete(uploadId));
    await run('parts', (parts) => parts.delete(partsRange(uploadId)));
  }

  const readObject = (key: string): Promise<StoredObject | undefined> =>
    run('objects', (objects) => objects.get(key));

  const storage: UploadStorage = {
    async createUpload({ key }) {
      const uploadId = crypto.randomUUID();
      await run('uploads', (uploads) => uploads.put(key, uploadId));
      return uploadId;
    },
    signPart: async ({ uploadId, partNumber }) => ({
      url: `${PART_URL}/${uploadId}/${partNumber}`,
    }),
    listParts: ({ uploadId }) => partsOf(uploadId),
    async completeUpload({ key, uploadId }) {
      const parts = await partsOf(uploadId);
      const body = new Blob(parts.map((part) => part.body));
      const object: StoredObject = { key, body, etag: `"${uploadId}"`, lastModifiedMs: Date.now() };
      await run('objects', (objects) => objects.put(object));
      await removeUpload(uploadId);
    },
    async abortUpload({ uploadId }) {
      await partsOf(uploadId);
      await removeUpload(uploadId);
    },
    async headObject(key) {
      const object = await readObject(key);
      return object ? { ...object, size: object.body.size } : null;
    },
  };

  const sender: PartSender = {
    reportsProgress: true,
    async put({ url, body, signal, onProgress }) {
      const [uploadId = '', partNumber] = new URL(url).pathname.slice(1).split('/');
      const etag = `"${(await hashOf(body)).slice(0, 32)}"`;
      signal.throwIfAborted();
      await partsOf(uploadId);
      // A copy, because a slice of a file on disk is gone when the file is.
      const copy = new Blob([await body.arrayBuffer()]);
      const part: StoredPart = {
        ...{ uploadId, etag, partNumber: Number(partNumber) },
        ...{ size: body.size, body: copy },
      };
      await run('parts', (parts) => parts.put(part));
      onProgress(body.size);
      return { status: 200, headers: new Headers({ etag }) };
    },
  };

  return {
    storage,
    sender,
    async read(key) {
      const object = await readObject(key);
      if (!object) throw new Error(`There is no object ${key}.`);
      return object.body;
    },
  };
}

/** Hash of bytes, in hexadecimal. */
export async function hashOf(body: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await body.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const partsRange = (uploadId: string): IDBKeyRange =>
  IDBKeyRange.bound([uploadId, 0], [uploadId, Number.POSITIVE_INFINITY]);

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('demo-store', 1);
  request.onupgradeneeded = () => {
    const database = request.result;
    database.createObjectStore('uploads');
    database.createObjectStore('parts', { keyPath: ['uploadId', 'partNumber'] });
    database.createObjectStore('objects', { keyPath: 'key' });
  };
  return settled(request);
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB has failed.'));
  });
}
