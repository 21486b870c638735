import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { BundleService } from '#features/bundles/service.ts';
import type { FileSystemService } from '#features/file-system/service.ts';
import type { NotificationService } from '#features/notifications/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { Creators } from '#ledger/repository.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import type { PendingDeletion } from '#share-items/unowned-objects.ts';
import type { Grants } from '#share-rules/grant.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { DeliveryRepository } from './deliveries/repository.ts';
import type { UploadRequestRepository } from './requests/repository.ts';

/** Dependencies of the services of upload requests. */
export interface UploadRequestDependencies {
  readonly requests: UploadRequestRepository;
  readonly deliveries: DeliveryRepository;
  readonly apiKeys: ApiKeyService;
  readonly storageConfigs: StorageConfigService;
  readonly folders: FileSystemService['folders'];
  readonly operations: Pick<FileSystemService['operations'], 'run'>;
  readonly bundles: Pick<BundleService, 'create' | 'get' | 'complete' | 'content'>;
  readonly notifications: Pick<
    NotificationService,
    'changeWebhook' | 'moveWaiting' | 'enqueue' | 'wake'
  >;
  readonly throttles: ThrottleService;
  /** Records wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  /** Deletes objects that a transaction has recorded as pending deletions. */
  readonly deleteNoted: (deletions: readonly PendingDeletion[]) => Promise<void>;
  /** Ends the open uploads of deliveries. */
  readonly endUploads: (where: { readonly createdBy: Creators }) => Promise<void>;
  readonly grants: Grants;
  readonly clock: Clock;
}
