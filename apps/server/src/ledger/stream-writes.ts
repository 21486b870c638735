import { AppError } from '#errors';
import type { ObjectStore, PutOptions, StoredObject } from '#object-store';
import { isReserved } from '#object-store/reserved-keys.ts';
import { isRefused } from '#object-store/s3/s3-errors.ts';
import { fenceStore } from '#object-store/wrappers/fenced-store.ts';
import { sharedObject } from './count-commit.ts';
import type { Ledger, WrittenStorage } from './ledger.ts';
import type { ClaimedWrite, KeyedObject, NewClaim, NewWrite } from './object-write.ts';

export type StreamWrites = ReturnType<typeof createStreamWrites>;

/** Writes whose bytes pass through the server. Each has a row while it runs. */
export function createStreamWrites(ledger: Ledger) {
  /** Stores the object, which the caller commits. If that fails, it ends the write. */
  const put = async (
    { store }: WrittenStorage,
    write: ClaimedWrite,
    send: (store: ObjectStore) => Promise<StoredObject>,
  ) => {
    const uploads: string[] = [];
    const noteUpload = async (uploadId: string) => {
      uploads.push(uploadId);
      await ledger.noteUpload(write.id, uploadId);
    };
    let isSent = false;
    const noteSent = () => {
      isSent = true;
    };
    try {
      return await send(noting(fenceStore(store, write.hold), { noteUpload }, noteSent));
    } catch (error) {
      await end(store, write, uploads, isSent && !isRefused(error));
      throw error;
    }
  };
  return {
    /**
     * Reserves name and quota. Other overwrites may share the name unless the write depends on the
     * current object.
     *
     * @throws {AppError} as `Ledger.reserveClaimed`
     */
    begin: (
      storage: WrittenStorage,
      write: Omit<NewWrite, 'kind'> & Partial<Pick<NewClaim, 'claim'>>,
    ) => ledger.reserveClaimed(storage, { claim: 'shared', ...write, kind: 'stream' }),
    put,
    /**
     * Stores the object and commits the write. If storing fails, it ends the write.
     *
     * @throws {AppError} `file_system.claim_lost`, `file_system.changed` for an exclusive claim
     */
    async store(
      storage: WrittenStorage,
      write: ClaimedWrite,
      send: (store: ObjectStore) => Promise<StoredObject>,
    ) {
      try {
        const stored = await put(storage, write, send);
        const object = { ...stored, key: write.objectKey };
        await ledger.commit(write, [object], false, sharedObject(storage, write, object));
        return stored;
      } catch (error) {
        throw asRefusal(error, write);
      }
    },
    /** Ends a write that cannot be committed, and removes its object if that is a share's. */
    giveUp: ({ store }: WrittenStorage, write: ClaimedWrite) => end(store, write, []),
    /**
     * Stores an object of an operation, which holds the name and the quota. Only a multipart upload
     * gets a row, so that the sweep can remove the parts if the process is killed.
     */
    async copy(
      storage: WrittenStorage,
      {
        objectKey,
        createdBy,
        operationId,
      }: Pick<NewWrite, 'objectKey' | 'createdBy'> & { readonly operationId: string },
      send: (store: ObjectStore) => Promise<StoredObject>,
    ) {
      const { store } = storage;
      const withoutLimit = { ...storage, config: { ...storage.config, totalStorageBytes: null } };
      const uploads: string[] = [];
      const writes: ClaimedWrite[] = [];
      // The row is there first, so that the sweep finds an upload of a process that was killed before it noted it.
      const expectUpload = async () => {
        // The operation holds this key exclusively; a `read` claim of its own does not conflict.
        const claim = { kind: 'stream', claim: 'read', sizeBytes: 0 } as const;
        const row = { ...claim, objectKey, createdBy, operationId };
        writes.push(await ledger.reserveClaimed(withoutLimit, row));
      };
      const noteUpload = async (uploadId: string) => {
        uploads.push(uploadId);
        const write = writes.at(-1);
        if (write) await ledger.noteUpload(write.id, uploadId);
      };
      try {
        const stored = await send(noting(store, { expectUpload, noteUpload }));
        await ledger.release(writes);
        return stored;
      } catch (error) {
        for (const write of writes) {
          // An upload without an answer may exist all the same.
          if (uploads.length === 0 && !isRefused(error)) await ledger.reopen(write);
          else await end(store, write, uploads);
        }
        throw error;
      }
    },
    /** Makes several objects, or none, and commits the write. */
    async make(
      { store }: WrittenStorage,
      write: ClaimedWrite,
      make: (store: ObjectStore) => Promise<readonly KeyedObject[]>,
    ) {
      let objects: readonly KeyedObject[];
      try {
        objects = await make(fenceStore(store, write.hold));
      } catch (error) {
        await ledger.release([write]);
        throw asRefusal(error, write);
      }
      await ledger.commit(write, objects);
    },
  };

  /** @param mayBeStored whether the storage got all bytes, and did not say what it did with them */
  async function end(
    store: ObjectStore,
    write: ClaimedWrite,
    uploads: readonly string[],
    mayBeStored = false,
  ) {
    try {
      await abort(store, write.objectKey, uploads);
    } catch {
      // The storage is down. The sweep aborts the upload later.
      return ledger.leave(write);
    }
    // Removes the object of a share, which is unowned without the share because its key is random. In a
    // mount, an object that was overwritten stays.
    if (write.details !== null && isReserved(write.objectKey)) {
      await store.remove([write.objectKey]).catch(() => undefined);
    } else if (mayBeStored && write.details === null) return ledger.leave(write);
    await ledger.release([write]);
  }
}

/** CONTRACT A7: a conditional write that lost its claim cannot know the current object. */
function asRefusal(error: unknown, { claim }: Pick<ClaimedWrite, 'claim'>): unknown {
  const isLost = error instanceof AppError && error.code === 'file_system.claim_lost';
  return isLost && claim === 'exclusive'
    ? new AppError('file_system.changed', { cause: error })
    : error;
}

/** Wraps a store so that each put reports its multipart upload, and if it failed after all of its body was read. */
function noting(
  store: ObjectStore,
  watch: Pick<PutOptions, 'expectUpload' | 'noteUpload'>,
  noteSent?: () => void,
): ObjectStore {
  return {
    ...store,
    async put(key, body, options) {
      try {
        return await store.put(key, body, { ...options, ...watch });
      } catch (error) {
        if (body.readableEnded) noteSent?.();
        throw error;
      }
    },
  };
}

async function abort(store: ObjectStore, key: string, uploads: readonly string[]): Promise<void> {
  for (const uploadId of uploads) await store.abortUpload(key, uploadId);
}
