import { createdByOf } from '@satchel/permissions';
import { AppError } from '#errors';
import type { Storage } from '#features/storage-configs/service.ts';
import { type Authorized, authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { randomId } from '#security/random.ts';
import { safeName } from '#share-rules/file-name.ts';
import { contentTypeOf } from '#share-rules/file-type.ts';
import { expiryInHours, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug, withSlug } from '#share-rules/slug.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { Removals } from '../managing/removals.ts';
import type { FileShare } from '../repository.ts';
import { createObjectKey } from './object-key.ts';

const MEGABYTE = 1024 * 1024;

/** The metadata of an upload (SPEC 3). */
export interface UploadOptions {
  readonly s3_config_id?: string | null | undefined;
  readonly slug?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly remark?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly expires_in?: number | null | undefined;
  readonly max_views?: number | null | undefined;
  readonly use_proxy?: boolean | null | undefined;
}

export interface UploadInput extends UploadOptions {
  readonly filename: string;
  /** In bytes, where it is known before the upload. */
  readonly size?: number | null | undefined;
  /** Take the slug from a share of the caller's own, once the upload is complete. */
  readonly override?: boolean | '' | null | undefined;
}

/** A share whose upload goes on, and where its object goes. */
export interface Reservation extends Storage {
  readonly share: Authorized<FileShare>;
}

export interface Reservations {
  /** Checks every rule and stores the row; nothing is public yet. */
  reserve(caller: AuthenticatedCaller, input: UploadInput): Promise<Reservation>;
  /** The caller's own uncommitted or committed share. */
  findOwn(caller: AuthenticatedCaller, id: string): Promise<Reservation | undefined>;
  /**
   * Drops the caller's own upload with its row, parts and object; of one that is not there, as if it
   * had been. False where it is committed, and so over.
   */
  discard(caller: AuthenticatedCaller, id: string, uploadId?: string): Promise<boolean>;
  /** Largest upload in bytes. */
  maxBytes(): Promise<number>;
  /** @throws {AppError} `file_shares.too_large` or `storage.insufficient` */
  assertFits(
    storage: Storage,
    share: Pick<FileShare, 'id' | 'storagePath'>,
    sizeBytes: number,
  ): Promise<void>;
}

export function createReservations(
  dependencies: FileShareDependencies,
  removals: Removals,
): Reservations {
  const { repository, storageConfigs, capacity, settings, clock } = dependencies;

  const maxBytes = async () => (await settings.getNumber('max_upload_size')) * MEGABYTE;

  const assertFits: Reservations['assertFits'] = async (
    storage,
    { id, storagePath },
    sizeBytes,
  ) => {
    const limit = await maxBytes();
    if (sizeBytes > limit) {
      throw new AppError('file_shares.too_large', { details: { maxMegabytes: limit / MEGABYTE } });
    }
    await capacity.assertFits(storage, { sizeBytes, key: storagePath, exceptShareId: id });
  };

  /** Whether the caller's own share has the slug. An upload that has it makes room at once. */
  const mustWaitFor = async (caller: AuthenticatedCaller, slug: string) => {
    const existing = authorizeOwner(caller, await repository.findBySlug(slug));
    if (existing?.committedAt === null) await removals.remove([existing]);
    return existing !== undefined && existing.committedAt !== null;
  };

  const findOwn: Reservations['findOwn'] = async (caller, id) => {
    const share = authorizeOwner(caller, await repository.findById(id));
    const storage = share && (await storageConfigs.find(share.storageConfigId));
    return storage && { ...storage, share };
  };

  return {
    maxBytes,
    assertFits,
    findOwn,
    async discard(caller, id, uploadId) {
      for (;;) {
        const share = (await findOwn(caller, id))?.share;
        if (!share) return true;
        if (share.committedAt !== null) return false;
        if (uploadId !== undefined && share.uploadId !== uploadId) return true;
        // A commit at the same moment wins: what was acknowledged is not lost (SECURITY 12).
        if ((await removals.removeUnchanged([share])) > 0) return true;
      }
    },
    async reserve(caller, input) {
      const chosen = checkSlug(input.slug);
      const storage = await storageConfigs.findForUpload(caller, input.s3_config_id);
      const key = createObjectKey(storage.config.defaultFolder, input.path, input.filename);
      const id = randomId();
      await assertFits(storage, { id, storagePath: key }, input.size ?? 0);
      const passwordHash = input.password ? await hashPassword(input.password) : null;
      const useProxy = input.use_proxy ?? (await settings.getBoolean('default_use_proxy'));
      const isReplacing =
        input.override && chosen !== undefined && (await mustWaitFor(caller, chosen));
      const now = clock.now();
      const row = {
        id,
        filename: safeName(input.filename),
        storageConfigId: storage.config.id,
        storagePath: key,
        filePath: null,
        mimetype: contentTypeOf(input.filename),
        size: BigInt(input.size ?? 0),
        etag: null,
        remark: input.remark || null,
        passwordHash,
        expiresAt: expiryInHours(input.expires_in, now),
        maxViews: toStoredMaxViews(input.max_views) ?? null,
        views: 0,
        useProxy,
        createdBy: createdByOf(caller),
        uploadId: null,
        replacesSlug: isReplacing ? chosen : null,
        committedAt: null,
        createdAt: now,
        updatedAt: now,
      };
      const share = await withSlug(isReplacing ? undefined : chosen, async (slug) => {
        await repository.create({ ...row, slug });
        return { ...row, slug: chosen ?? slug };
      });
      return { ...storage, share: share as Authorized<FileShare> };
    },
  };
}
