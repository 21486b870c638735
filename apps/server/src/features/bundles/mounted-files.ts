import type { ArchiveEntry } from '#archives/archive-entry.ts';
import { AppError } from '#errors';
import type { FileSystemService } from '#features/file-system/service.ts';
import { contentTypeOf } from '#files/file-type.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { BundleFile } from './bundle-file.ts';

export type MountedFiles = ReturnType<typeof createMountedFiles>;

/** Reads files of mounts for visitors of links, with the rights of somebody else. */
export function createMountedFiles({ reading }: Pick<FileSystemService, 'reading'>) {
  return {
    async fileAt(reader: AuthenticatedCaller, path: string): Promise<BundleFile> {
      const place = await reading.findFile(reader, path).catch(asMissing);
      return {
        name: place.name,
        storage: place.storage,
        key: place.key,
        contentType: contentTypeOf(place.name),
        isMounted: true,
        head: (signal) => reading.head(place, signal).catch(asMissing),
        open: (range, signal) => reading.open(place, range, signal).catch(asMissing),
      };
    },
    /** Entry of an archive; undefined for a file that is gone or out of reach. */
    async entryAt(
      reader: AuthenticatedCaller,
      path: string,
      name: string,
      signal: AbortSignal,
    ): Promise<ArchiveEntry | undefined> {
      try {
        const place = await reading.findFile(reader, path);
        const { size, etag, lastModified = new Date(0) } = await reading.head(place, signal);
        const { config, store } = place.storage;
        const object = { configId: config.id, store, key: place.key, size, etag };
        return { name, modified: lastModified, object };
      } catch (error) {
        if (isLoss(error)) return undefined;
        throw error;
      }
    },
  };
}

/** True for errors that mean that a path is gone, or that the reader may not see it. */
export function isLoss(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (error.code.startsWith('auth.') ||
      error.code === 'mounts.not_found' ||
      error.code === 'file_system.not_found')
  );
}

export function asMissing(cause: unknown): never {
  throw isLoss(cause) ? new AppError('bundles.item_not_found', { cause }) : cause;
}
