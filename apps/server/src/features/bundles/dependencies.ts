import type { Archives } from '#archives/archives.ts';
import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { FileSystemService } from '#features/file-system/service.ts';
import type { NotificationService } from '#features/notifications/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { ThumbnailService } from '#features/thumbnails/service.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { ShareItems } from '#share-items/share-items.ts';
import type { Grants } from '#share-rules/grant.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { BundleRepository } from './repository.ts';

/** Dependencies of the services of bundles. */
export interface BundleDependencies {
  readonly repository: BundleRepository;
  readonly items: ShareItems;
  readonly apiKeys: Pick<ApiKeyService, 'findCreator'>;
  readonly fileShares: Pick<FileShareService, 'uploads' | 'get' | 'deleteNoted'>;
  readonly fileSystem: Pick<FileSystemService, 'list' | 'reading' | 'archiving' | 'listings'>;
  readonly storageConfigs: Pick<StorageConfigService, 'find'>;
  readonly notifications: Pick<
    NotificationService,
    'changeWebhook' | 'moveWaiting' | 'enqueue' | 'wake'
  >;
  readonly archives: Pick<Archives, 'plan'>;
  readonly thumbnails: Pick<ThumbnailService, 'ofFile'>;
  readonly settings: SettingService;
  readonly throttles: ThrottleService;
  /** Records wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  readonly grants: Grants;
  readonly secretKey: SecretKey;
  readonly counter: ViewCounter;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}
