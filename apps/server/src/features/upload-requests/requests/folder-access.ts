import { can } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { ResolvedPath } from '#features/file-system/service.ts';
import type { Storage } from '#features/storage-configs/service.ts';
import type { Authorized } from '#security/authorized.ts';
import type { UploadRequestDependencies } from '../dependencies.ts';
import type { UploadRequest } from './repository.ts';

/** Storage of a request's files, with the folder of a mount if it has one. */
export interface RequestFolder {
  readonly storage: Storage;
  readonly place: Authorized<ResolvedPath> | undefined;
}

export type FolderAccess = ReturnType<typeof createFolderAccess>;

/** Checks the rights that the creator of a request has now, since others upload with them. */
export function createFolderAccess({
  apiKeys,
  storageConfigs,
  folders,
}: Pick<UploadRequestDependencies, 'apiKeys' | 'storageConfigs' | 'folders'>) {
  /** @param below path below the folder; the folder itself by default */
  const resolve = async (request: UploadRequest, below = ''): Promise<RequestFolder> => {
    const creator = await apiKeys.findCreator(request.createdBy);
    if (!creator || !can(creator, 'file_share')) throw gone();
    if (request.folderPath === null) {
      const storage = await storageConfigs.find(request.storageConfigId);
      const isReached = storage && (creator.kind === 'admin' || storage.config.isPublic);
      if (!isReached) throw gone();
      return { storage, place: undefined };
    }
    const path = `${request.folderPath}/${below}`;
    const place = await folders.find(creator, path).catch((cause: unknown) => {
      throw isLoss(cause) ? gone(cause) : cause;
    });
    // The path may lead to another bucket by now.
    const isSame = place.storage.config.id === request.storageConfigId;
    if (!isSame || !`${place.key}/`.startsWith(request.storagePath ?? '')) throw gone();
    return { storage: place.storage, place };
  };
  return {
    resolve,
    /**
     * Checks that the creator may still upload into the folder.
     *
     * @throws {AppError} `upload_requests.folder_gone`
     */
    async assertOpen(request: UploadRequest): Promise<void> {
      await resolve(request);
    },
  };
}

function gone(cause?: unknown): AppError {
  return new AppError('upload_requests.folder_gone', { cause });
}

/** True for errors that mean that the creator may not upload there, or that the mount is gone. */
function isLoss(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ['auth.forbidden', 'auth.outside_base_path', 'mounts.not_found', 'file_system.not_found'].some(
      (code) => code === error.code,
    )
  );
}
