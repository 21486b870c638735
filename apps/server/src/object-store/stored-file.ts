import { AppError } from '#errors';
import type { ObjectBody, ObjectInfo, ObjectStore } from './object-store.ts';

/**
 * File of a mount or of a link, as visitors and owners read it.
 *
 * @param notFound error for a file that is gone
 * @param known facts of a version that never changes; without them the storage is asked
 */
export function createStoredFile(
  store: Pick<ObjectStore, 'head' | 'get'>,
  key: string,
  notFound: 'bundles.item_not_found' | 'file_shares.not_found' | 'file_system.not_found',
  known?: ObjectInfo,
) {
  const head = async (signal: AbortSignal): Promise<ObjectInfo> => {
    const object = known ?? (await store.head(key, signal));
    if (!object) throw new AppError(notFound);
    return object;
  };
  return {
    head,
    /**
     * Opens the whole file, or the part that a `Range` header asks for.
     *
     * @throws {AppError} `request.range_not_satisfiable` with the file's `details.size` (RFC 9110 15.5.17)
     */
    async open(range: string | undefined, signal: AbortSignal): Promise<ObjectBody> {
      try {
        const object = await store.get(key, { range, ifMatch: known?.etag, signal });
        if (object) return object;
      } catch (cause) {
        const isBeyond =
          cause instanceof AppError && cause.code === 'request.range_not_satisfiable';
        if (!isBeyond) throw cause;
        const { size } = await head(signal);
        throw new AppError(cause.code, { cause, details: { size } });
      }
      throw new AppError(notFound);
    },
  };
}
