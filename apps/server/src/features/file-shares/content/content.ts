import { AppError } from '#errors';
import { createFileTypes } from '#files/file-type.ts';
import type { ObjectInfo } from '#object-store';
import { createStoredFile } from '#object-store/stored-file.ts';
import { etagForVisitors } from '#share-rules/limits.ts';
import { createVisits, type VisitRequest } from '#share-rules/visits.ts';
import type { FileShareDependencies } from '../dependencies.ts';
import type { FileShare } from '../repository.ts';

/** Reading of file shares by visitors (CONTRACT A3, F4). */
export function createFileShareContent(dependencies: FileShareDependencies) {
  const { storageConfigs, settings, secretKey } = dependencies;
  const visits = createVisits<FileShare>(dependencies, 'file-share');
  const { peek, checkPassword, counted, spend, authorize } = visits;

  /** Describes a share's bytes to visitors. */
  const described = <Info extends ObjectInfo>(share: FileShare, object: Info): Info => ({
    ...object,
    etag: etagForVisitors(share, object.etag, secretKey),
    // An uploaded object never changes. In the place of an older share it counts as modified at the update.
    lastModified: share.etag === null ? object.lastModified : share.updatedAt,
  });

  const fileOf = async (share: FileShare) => {
    const { filename: name, storageConfigId, storagePath: key, etag, size, mimetype } = share;
    const storage = await storageConfigs.find(storageConfigId);
    if (!storage) throw new AppError('file_shares.not_found');
    // The file of a share in place may have changed since it was shared.
    const facts = { size: Number(size), contentType: mimetype, lastModified: undefined };
    const known = etag === null ? undefined : { ...facts, etag };
    return {
      name,
      storage,
      key,
      ...createStoredFile(storage.store, key, 'file_shares.not_found', known),
    };
  };

  return {
    /** File of a share, as its storage has it. */
    fileOf,
    /**
     * Describes the object that `read` would return, without spending a view. Asks the storage only about
     * shares in place.
     */
    head: async (share: FileShare, signal: AbortSignal) =>
      described(share, await (await fileOf(share)).head(signal)),
    /** Returns the public facts; spends no view. */
    peek: async (slug: string) => counted(await peek(slug)),
    /**
     * Spends a view of a share without password; returns one with a password as locked.
     *
     * @param isFree true to return the share as it would be after a view, without spending one, as for
     *   HEAD
     */
    async open(slug: string, isFree: boolean) {
      const share = await peek(slug);
      if (share.passwordHash !== null) return { share: counted(share), isLocked: true };
      if (!isFree) return spend(share);
      const views = counted(share).views + 1;
      return { share: { ...share, views }, isLastView: views === share.maxViews };
    },
    versionOf: visits.versionOf,
    /** Checks the password, then spends a view. */
    async unlock(slug: string, password: string, source: string) {
      const share = await peek(slug);
      await checkPassword(share, password, source);
      return spend(share);
    },
    authorize,
    /**
     * Opens a share for an office viewer's URL. Creating the URL spends the view.
     *
     * @param isFree true to spend no view, as for HEAD
     * @throws {AppError} `file_shares.not_office`, before anything is spent
     */
    async openForViewer(slug: string, request: VisitRequest, isFree: boolean) {
      const { share, costsView } = await authorize(slug, request);
      // The setting alone decides, including RTF, so that every file presented as office opens as one.
      const { typeName } = (await createFileTypes(settings))(share.filename);
      if (typeName !== 'office') throw new AppError('file_shares.not_office');
      return costsView && !isFree ? (await spend(share)).share : share;
    },
    /**
     * Opens the bytes, and spends a view only once the storage has answered, because a view is
     * delivered content. The ETag of a share with a password or a limit reveals nothing about its
     * bytes.
     *
     * @param range a `Range` header
     */
    async read(
      share: FileShare,
      costsView: boolean,
      range: string | undefined,
      signal: AbortSignal,
    ) {
      const object = await (await fileOf(share)).open(range, signal);
      try {
        if (costsView) await spend(share);
      } catch (error) {
        object.body.destroy();
        throw error;
      }
      return described(share, object);
    },
  };
}
