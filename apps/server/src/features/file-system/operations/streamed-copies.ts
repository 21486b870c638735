import PQueue from 'p-queue';
import { AppError } from '#errors';
import type { ObjectStore } from '#object-store';

/** Each may have two parts of 8 MiB in memory. */
const STREAMS_AT_ONCE = 3;

/** Copies between two storages, of which neither knows the other: through this server, as streams. */
export function createStreamedCopies(
  source: ObjectStore,
  target: ObjectStore,
): Pick<ObjectStore, 'copy'> {
  const queue = new PQueue({ concurrency: STREAMS_AT_ONCE });
  const copy: ObjectStore['copy'] = async (sourceKey, targetKey, { signal }) => {
    signal.throwIfAborted();
    const object = await source.get(sourceKey, { signal });
    if (!object) throw new AppError('file_system.not_found');
    const { body, size, contentType = 'application/octet-stream' } = object;
    try {
      return await target.put(targetKey, body, { contentType, size, signal });
    } finally {
      body.destroy();
    }
  };
  return { copy: (...call) => queue.add(() => copy(...call)) };
}
