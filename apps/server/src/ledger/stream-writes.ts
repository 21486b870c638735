import { createKeyedMutex } from '#concurrency/keyed-mutex.ts';
import type { ObjectStore, StoredObject } from '#object-store';
import type { Ledger, WrittenStorage } from './ledger.ts';
import type { LandedObject, NewWrite, ObjectWrite } from './object-write.ts';
import type { Settle } from './settle.ts';

/** Streams that pass through the server, each under a row that ends with it. */
export interface StreamWrites {
  /**
   * Takes name and room, as of now. The name is shared with others who overwrite it, unless the write
   * relies on what is there.
   *
   * @throws {AppError} as `Ledger.begin`
   */
  begin(storage: WrittenStorage, write: Omit<NewWrite, 'kind'>): Promise<ObjectWrite>;
  /**
   * Stores the object and ends the write, however it ends.
   *
   * @param settle what the object becomes; it is only counted by default
   */
  put(
    storage: WrittenStorage,
    write: ObjectWrite,
    put: (store: ObjectStore) => Promise<StoredObject>,
    settle?: Settle,
  ): Promise<StoredObject>;
  /**
   * Stores an object of an operation, which has its name and its room, and counts it. Only what goes in
   * parts has a row: of a process that is killed meanwhile, none of them may stay.
   */
  copy(
    storage: WrittenStorage,
    write: Pick<NewWrite, 'objectKey' | 'createdBy'> & { readonly operationId: string },
    put: (store: ObjectStore) => Promise<StoredObject>,
  ): Promise<StoredObject>;
  /** Makes several objects, or none, and ends the write. */
  make(
    storage: WrittenStorage,
    write: ObjectWrite,
    make: (store: ObjectStore) => Promise<readonly LandedObject[]>,
  ): Promise<void>;
}

export function createStreamWrites(ledger: Ledger): StreamWrites {
  const writing = new Map<string, { running: number; isShared: boolean }>();
  const inTurn = createKeyedMutex();
  const finish: Settle = (write, object) =>
    ledger.finish(write, [{ key: write.objectKey, ...object }]);

  return {
    begin: (storage, write) => ledger.begin(storage, { claim: 'shared', ...write, kind: 'stream' }),
    async put({ store, config }, write, put, settle = finish) {
      const { objectKey } = write;
      const name = `${config.id}\n${objectKey}`;
      const writers = writing.get(name) ?? { running: 0, isShared: false };
      writing.set(name, writers);
      writers.isShared ||= writers.running > 0;
      writers.running += 1;
      const uploads: string[] = [];
      const noteUpload = async (uploadId: string) => {
        uploads.push(uploadId);
        await ledger.noteUpload(write.id, uploadId);
      };
      try {
        const stored = await put(noting(store, noteUpload));
        // Writes of one name at the same time may end in another order than the storage put them in:
        // each, in its turn, counts what the storage has now, and the last to look sees what stays.
        await inTurn(name, async () => {
          const now = writers.isShared ? await store.head(objectKey).catch(() => stored) : stored;
          await settle(write, { ...stored, ...(now && { etag: now.etag, size: now.size }) });
        });
        return stored;
      } catch (error) {
        await giveUp(store, write, uploads);
        throw error;
      } finally {
        writers.running -= 1;
        if (writers.running === 0) writing.delete(name);
      }
    },
    async copy(storage, { objectKey, createdBy, operationId }, put) {
      const { store } = storage;
      const withoutLimit = { ...storage, config: { ...storage.config, totalStorageBytes: null } };
      const uploads: string[] = [];
      const writes: ObjectWrite[] = [];
      const noteUpload = async (uploadId: string) => {
        uploads.push(uploadId);
        // The name is the operation's: only a reader of its own is not in its way.
        const claim = { kind: 'stream', claim: 'read', sizeBytes: 0 } as const;
        const write = await ledger.begin(withoutLimit, {
          ...claim,
          objectKey,
          createdBy,
          operationId,
        });
        writes.push(write);
        await ledger.noteUpload(write.id, uploadId);
      };
      try {
        const stored = await put(noting(store, noteUpload));
        await ledger.remove(writes);
        return stored;
      } catch (error) {
        for (const write of writes) await giveUp(store, write, uploads);
        // Where not even the row could be written.
        if (writes.length === 0) await abort(store, objectKey, uploads).catch(() => undefined);
        throw error;
      }
    },
    async make({ store }, write, make) {
      try {
        await ledger.finish(write, await make(store));
      } catch (error) {
        await ledger.remove([write]);
        throw error;
      }
    },
  };

  async function giveUp(store: ObjectStore, write: ObjectWrite, uploads: readonly string[]) {
    try {
      await abort(store, write.objectKey, uploads);
    } catch {
      // A storage that is down now: its parts are the sweeper's, when nobody has gone on with them.
      return ledger.reopen(write);
    }
    // A share's object is nobody's without the share. What was overwritten in a mount, if it was, stays.
    if (write.details !== null) await store.remove([write.objectKey]).catch(() => undefined);
    await ledger.remove([write]);
  }
}

/** The store, whose puts tell of their uploads. */
function noting(store: ObjectStore, noteUpload: (uploadId: string) => Promise<void>): ObjectStore {
  return {
    ...store,
    put: (key, body, options) => store.put(key, body, { ...options, noteUpload }),
  };
}

async function abort(store: ObjectStore, key: string, uploads: readonly string[]): Promise<void> {
  for (const uploadId of uploads) await store.abortUpload(key, uploadId);
}
