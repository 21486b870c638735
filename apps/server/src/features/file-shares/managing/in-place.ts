import { createdByOf } from '@satchel/api-client/permissions';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { orderedId } from '#security/random.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug, createLink } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare } from '../repository.ts';
import type { UploadOptions } from '../uploads/reservations.ts';

/** Options of a share in place; defaults as in CONTRACT F7. */
export type InPlaceOptions = Omit<UploadOptions, 's3_config_id' | 'path'>;

/** File of a mount. */
export interface MountedFile {
  readonly storageConfigId: string;
  readonly key: string;
  /** Path in the file system. */
  readonly path: string;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
}

/** Shares of files in mounts (CONTRACT F7 create-share). */
export function createInPlace({ repository, clock }: FileShareDependencies) {
  return {
    /**
     * Stores the share with its options in one row, so that it is never open without its password.
     *
     * @param onceId id for a call that may be repeated: an existing share with this id is returned
     */
    async shareInPlace(
      caller: AuthenticatedCaller,
      file: MountedFile,
      options: InPlaceOptions,
      onceId?: string,
    ): Promise<FileShare> {
      const chosen = checkSlug(options.slug);
      const passwordHash = options.password ? await hashPassword(options.password) : null;
      const now = clock.now();
      const share = {
        id: onceId ?? orderedId(),
        filename: file.name,
        storageConfigId: file.storageConfigId,
        storagePath: file.key,
        filePath: file.path,
        mimetype: file.contentType,
        size: BigInt(file.size),
        // The file may change, and its share with it, so the share is bound to no version.
        etag: null,
        note: null,
        remark: options.remark === undefined ? file.path : options.remark || null,
        passwordHash,
        expiresAt: expiryInHours(options.expires_in, now),
        maxViews: toStoredMaxViews(options.max_views) ?? null,
        views: 0,
        useProxy: options.use_proxy ?? true,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      return (await createLink(repository, chosen, share, onceId)).row;
    },
    /** Updates the shares of a moved file, or of all files in a moved directory. */
    followMoved: repository.follow,
  };
}
