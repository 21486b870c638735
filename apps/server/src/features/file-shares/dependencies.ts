import type { Clock } from '#clock';
import type { ChangeFeed } from '#database/change-feed.ts';
import type { ItemError } from '#errors';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import type { DirectUploads } from '#ledger/uploads/direct-uploads.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { ShareItems } from '#share-items/share-items.ts';
import type { Grants } from '#share-rules/grant.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { FileShare, FileShareRepository } from './repository.ts';
import type { DeliveryDestinations } from './uploads/delivery-destinations.ts';

/** Deletes the files of shares in place, as the file system does. Returns errors by share. */
export type RemoveMounted = (
  caller: AuthenticatedCaller,
  shares: readonly FileShare[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, ItemError>>;

/** Dependencies of the services of file shares. */
export interface FileShareDependencies {
  readonly repository: FileShareRepository;
  /** Items of bundles and deliveries, which uploads may become instead of shares. */
  readonly items: ShareItems;
  /** Rules of uploads into deliveries. */
  readonly deliveries: DeliveryDestinations;
  readonly apiKeys: Pick<ApiKeyService, 'assertStillMay'>;
  readonly storageConfigs: StorageConfigService;
  readonly ledger: Ledger;
  readonly directUploads: DirectUploads;
  readonly streamWrites: StreamWrites;
  readonly changes: Pick<ChangeFeed, 'publish' | 'subscribe'>;
  readonly removeMounted: RemoveMounted;
  readonly settings: SettingService;
  readonly throttles: ThrottleService;
  /** Records wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  readonly grants: Grants;
  readonly secretKey: Pick<SecretKey, 'sign'>;
  readonly counter: ViewCounter;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}
