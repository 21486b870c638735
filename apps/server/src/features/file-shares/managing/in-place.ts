import { createdByOf } from '@satchel/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { randomId } from '#security/random.ts';
import { withSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare } from '../repository.ts';

/** How many keys are looked up in one query. */
const BATCH = 500;

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

/** An object that has another key now. */
export interface MovedObject {
  readonly from: string;
  readonly to: string;
  readonly etag: string;
  /** In bytes. */
  readonly size: number;
}

/** Shares of files that lie in mounts (CONTRACT F7 create-share). */
export interface InPlace {
  shareInPlace(caller: AuthenticatedCaller, file: MountedFile): Promise<FileShare>;
  followObjects(storageConfigId: string, moved: readonly MovedObject[]): Promise<void>;
}

export function createInPlace({ repository, clock }: FileShareDependencies): InPlace {
  return {
    async shareInPlace(caller, file) {
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
    async followObjects(storageConfigId, moved) {
      for (let start = 0; start < moved.length; start += BATCH) {
        const batch = new Map(moved.slice(start, start + BATCH).map((move) => [move.from, move]));
        const shares = await repository.findByObjects(storageConfigId, [...batch.keys()]);
        for (const { id, storagePath, filePath, etag } of shares) {
          const move = batch.get(storagePath);
          if (!move) continue;
          await repository.follow(id, {
            storagePath: move.to,
            filePath: filePath === null ? null : follow(filePath, move),
            // A copy of what was uploaded in parts has another ETag.
            etag: etag === null ? null : move.etag,
          });
        }
      }
    },
  };
}

function follow(path: string, { from, to }: MovedObject): string {
  return path.endsWith(from) ? path.slice(0, -from.length) + to : path;
}
