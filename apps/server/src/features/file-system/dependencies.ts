import type { Archives } from '#archives/archives.ts';
import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { Locks } from '#ledger/locks/locks.ts';
import type { StreamWrites } from '#ledger/stream-writes.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { DirectoryCache } from './listing/directory-cache.ts';
import type { DeadProperties } from './properties/repository.ts';
import type { PathResolver } from './resolved-path.ts';

export interface FileSystemDependencies {
  readonly pathResolver: PathResolver;
  readonly apiKeys: Pick<ApiKeyService, 'findPrincipal' | 'assertStillMay'>;
  readonly storageConfigs: Pick<StorageConfigService, 'find' | 'findOrThrow'>;
  readonly directories: DirectoryCache;
  readonly ledger: Ledger;
  readonly streamWrites: StreamWrites;
  readonly archives: Archives;
  readonly locks: Locks;
  /** Dead properties from WebDAV clients. They are moved and deleted with their file. */
  readonly properties: DeadProperties;
  readonly fileShares: Pick<FileShareService, 'maxUploadBytes' | 'shareInPlace' | 'followMoved'>;
  readonly settings: SettingService;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}
