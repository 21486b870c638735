import { addAbortSignal, finished, Transform } from 'node:stream';
import type { Fence } from '#leases/hold.ts';
import type { ObjectStore } from '../object-store.ts';

/**
 * Wraps a store so that its changing calls are refused once the lease is lost, and aborted if the lease
 * is lost during the call. Another process may have stored something by then.
 */
export function fenceStore(store: ObjectStore, fence: Fence): ObjectStore {
  const changing = async <Result>(
    signal: AbortSignal | undefined,
    call: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    fence.assertHeld();
    try {
      return await call(signal ? AbortSignal.any([signal, fence.signal]) : fence.signal);
    } catch (error) {
      // Throws the lost lease as the reason of the abort.
      fence.assertHeld();
      throw error;
    }
  };
  return {
    ...store,
    put: (key, body, options) =>
      changing(options.signal, (signal) => {
        const guarded = addAbortSignal(fence.signal, body.pipe(createGuard(fence)));
        finished(body, { writable: false }, (cause) => {
          if (cause) guarded.destroy(cause);
        });
        // The store may refuse before it reads the body. An error that nobody listens to ends the process.
        guarded.on('error', () => undefined);
        return store.put(key, guarded, { ...options, signal, fence });
      }),
    appendParts: (key, uploadId, body, options) =>
      changing(options.signal, (signal) =>
        store.appendParts(key, uploadId, body, { ...options, signal }),
      ),
    remove: (keys, signal) => changing(signal, (either) => store.remove(keys, either, fence)),
    removeEach: (keys, signal) =>
      changing(signal, (either) => store.removeEach(keys, either, fence)),
    removeUnchanged: (key, etag, signal) =>
      changing(signal, (either) => store.removeUnchanged(key, etag, either, fence)),
    copy: (source, target, options) =>
      changing(options.signal, (signal) =>
        store.copy(source, target, { ...options, signal, fence }),
      ),
    completeUpload: (key, uploadId, parts, conditions) =>
      changing(undefined, () =>
        store.completeUpload(key, uploadId, parts, { ...conditions, fence }),
      ),
  };
}

/**
 * High-water mark of each stage that an upload's body passes. It is below the size of a chunk (64 KiB), so
 * that a stage of a waiting stream holds one chunk and not two.
 */
export const STAGE_BYTES = 16 * 1024;

/** Stops the body once the lease is lost, because the last byte makes the object appear. */
function createGuard(fence: Fence): Transform {
  return new Transform({
    highWaterMark: STAGE_BYTES,
    transform(chunk: Buffer, _encoding, done) {
      try {
        fence.assertHeld();
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
