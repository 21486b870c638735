import { AppError } from '#errors';
import type { WrittenStorage } from '#ledger/ledger.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import type { ObjectStore } from '#object-store';

/** Operation that copies. */
export interface CopyingOperation {
  readonly operationId: string;
  readonly createdBy: string;
}

/** Copies between two storages as streams through this server, because neither can reach the other. */
export function createStreamedCopies(
  streamWrites: Pick<StreamWrites, 'copy'>,
  operation: CopyingOperation,
  source: ObjectStore,
  target: WrittenStorage,
): Pick<ObjectStore, 'copy' | 'head'> {
  const copy: ObjectStore['copy'] = async (sourceKey, targetKey, { sourceEtag, signal }) => {
    signal.throwIfAborted();
    const object = await source.get(sourceKey, { signal });
    if (!object) throw new AppError('file_system.not_found');
    if (sourceEtag !== undefined && object.etag !== sourceEtag) {
      object.body.destroy();
      throw new AppError('file_system.changed');
    }
    const { body, size, contentType = 'application/octet-stream' } = object;
    try {
      return await streamWrites.copy(target, { ...operation, objectKey: targetKey }, (store) =>
        store.put(targetKey, body, { contentType, size, signal }),
      );
    } finally {
      body.destroy();
    }
  };
  return { head: source.head, copy };
}
