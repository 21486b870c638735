import type { Clock } from '#clock';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { DirectUploads } from '#ledger/direct-uploads.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { ThrottleService } from '#security/throttles/throttles.ts';
import type { Grants } from '#share-rules/grant.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import type { FileShareRepository } from './repository.ts';

/** What the services of file shares are made of. */
export interface FileShareDependencies {
  readonly repository: FileShareRepository;
  readonly storageConfigs: StorageConfigService;
  readonly ledger: Ledger;
  readonly directUploads: DirectUploads;
  readonly streamWrites: StreamWrites;
  readonly settings: SettingService;
  readonly throttles: ThrottleService;
  readonly grants: Grants;
  readonly secretKey: Pick<SecretKey, 'sign'>;
  readonly counter: ViewCounter;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}
