import type { Database } from '#database';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { BundleDependencies } from '#features/bundles/dependencies.ts';
import { createBundlePresenter } from '#features/bundles/presenter.ts';
import { createBundleRepository } from '#features/bundles/repository.ts';
import { createBundleService } from '#features/bundles/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { FileSystemService } from '#features/file-system/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import { createDeliveryRepository } from '#features/upload-requests/deliveries/repository.ts';
import type { UploadRequestDependencies } from '#features/upload-requests/dependencies.ts';
import { createUploadRequestRepository } from '#features/upload-requests/requests/repository.ts';
import { createUploadRequestService } from '#features/upload-requests/service.ts';
import { createViewCounter } from '#share-rules/view-counter.ts';

export interface LinkParts
  extends Omit<
      BundleDependencies,
      'repository' | 'counter' | 'apiKeys' | 'fileShares' | 'fileSystem' | 'storageConfigs'
    >,
    Pick<UploadRequestDependencies, 'endUploads'> {
  readonly database: Database;
  readonly apiKeys: ApiKeyService;
  readonly fileShares: FileShareService;
  readonly fileSystem: FileSystemService;
  readonly storageConfigs: StorageConfigService;
}

/** Links with several files: bundles, and upload requests, whose deliveries become bundles. */
export function openLinks(parts: LinkParts) {
  const { database, fileShares, fileSystem, onError } = parts;
  const { prisma, kind } = database;
  const repository = createBundleRepository(prisma, kind);
  const counter = createViewCounter(repository.addViews, onError);
  const bundles = createBundleService({ ...parts, repository, counter });
  const uploadRequests = createUploadRequestService({
    ...parts,
    requests: createUploadRequestRepository(prisma, kind),
    deliveries: createDeliveryRepository(prisma),
    folders: fileSystem.folders,
    operations: fileSystem.operations,
    bundles,
    deleteNoted: fileShares.deleteNoted,
  });
  return { bundles, presentBundles: createBundlePresenter(parts), uploadRequests };
}
