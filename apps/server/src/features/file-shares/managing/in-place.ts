import { createdByOf } from '@satchel/api-client/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { withSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare } from '../repository.ts';

/** A file of a mount. */
export interface MountedFile {
  readonly storageConfigId: string;
  readonly key: string;
  /** Path in the file system. */
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** Shares of files that lie in mounts (CONTRACT F7 create-share). */
export function createInPlace({ repository, clock }: FileShareDependencies) {
  return {
    async shareInPlace(caller: AuthenticatedCaller, file: MountedFile): Promise<FileShare> {
      const now = clock.now();
      const share = {
        id: randomId(),
        filename: file.name,
        storageConfigId: file.storageConfigId,
        storagePath: file.key,
        filePath: file.path,
        mimetype: file.contentType,
        size: BigInt(file.size),
        // The file may change, and its share with it: no version is promised.
        etag: null,
        note: null,
        remark: file.path,
        passwordHash: null,
        expiresAt: null,
        maxViews: null,
        views: 0,
        useProxy: true,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      return withSlug(undefined, async (slug) => {
        await repository.create({ ...share, slug });
        return { ...share, slug };
      });
    },
    /** Shares of a file, or of all that is in a directory, go where that has gone. */
    followMoved: repository.follow,
  };
}
