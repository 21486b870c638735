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
      try {
        const stored = await put(store);
        // Writes of one name at the same time may end in another order than the storage put them in:
        // each, in its turn, counts what the storage has now, and the last to look sees what stays.
        await inTurn(name, async () => {
          const now = writers.isShared ? await store.head(objectKey).catch(() => stored) : stored;
          await settle(write, { ...stored, ...(now && { etag: now.etag, size: now.size }) });
        });
        return stored;
      } catch (error) {
        await giveUp(store, write);
        throw error;
      } finally {
        writers.running -= 1;
        if (writers.running === 0) writing.delete(name);
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

  async function giveUp(store: ObjectStore, write: ObjectWrite) {
    // A share's object is nobody's without the share. What was overwritten in a mount, if it was, stays.
    if (write.details !== null) await store.remove([write.objectKey]).catch(() => undefined);
    await ledger.remove([write]);
  }
}
