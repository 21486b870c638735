import { UploadError } from '../engine/errors.ts';
import { resumeUpload } from './resume.ts';
import type { StoredUpload, UploadStore } from './upload-store.ts';

const STORE_NAME = 'uploads';
/** Timeout of IndexedDB, because browsers have had bugs in which it never answers. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Stores uploads in IndexedDB, including file handles, and lists the newest first.
 *
 * @param databaseName default `satchel-multipart-uploader`
 *
 * @example
 * const uploader = createUploader({ transport, send, store: createIndexedDbStore() });
 */
export function createIndexedDbStore(databaseName = 'satchel-multipart-uploader'): UploadStore {
  let opening: Promise<IDBDatabase> | null = null;
  let isHanging = false;

  async function open(): Promise<IDBDatabase> {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE_NAME, { keyPath: 'id' });
    const database = await settled(request);
    // Closes the database, so that another tab can delete or upgrade it. The next call opens it again.
    database.onversionchange = () => database.close();
    database.onclose = () => {
      opening = null;
    };
    return database;
  }

  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> {
    // Fails immediately after one call has hung, so that uploads continue without the store.
    if (isHanging) throw new UploadError('timeout');
    opening ??= open();
    try {
      const database = await opening;
      return await settled(work(database.transaction(STORE_NAME, mode).objectStore(STORE_NAME)));
    } catch (error) {
      opening = null;
      isHanging = error instanceof UploadError;
      throw error;
    }
  }

  return {
    resume: resumeUpload,
    get: (id) => run<StoredUpload | undefined>('readonly', (store) => store.get(id)),
    async set(record) {
      await run('readwrite', (store) => store.put(record));
    },
    async delete(id) {
      await run('readwrite', (store) => store.delete(id));
    },
    async list() {
      const records = await run<StoredUpload[]>('readonly', (store) => store.getAll());
      return records.sort((one, other) => other.createdAtMs - one.createdAtMs);
    },
  };
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new UploadError('timeout')), ANSWER_TIMEOUT_MS);
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  return promise.finally(() => clearTimeout(timer));
}
