import type { Clock } from '#clock';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { FileShareService } from '#features/file-shares/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { Storage } from '#features/storage-configs/service.ts';
import type { SecretKey } from '#security/secret-key.ts';
import type { DirectoryCache } from './listing/directory-cache.ts';
import type { Places } from './places.ts';
import type { UploadSessionRepository } from './uploads/repository.ts';
import type { NameClaims } from './writing/name-claims.ts';

/** Whether a storage has room (SPEC 8). */
export interface Capacity {
  /**
   * @param key of the object that is overwritten, whose bytes become free
   * @throws {AppError} `storage.insufficient`
   */
  assertFits(
    storage: Storage,
    upload: { readonly sizeBytes: number; readonly key?: string },
  ): Promise<void>;
  /** The same, and keeps the room until it is given back. */
  hold(
    storage: Storage,
    upload: { readonly sizeBytes: number; readonly key?: string },
  ): Promise<Disposable>;
}

export interface FileSystemDependencies {
  readonly places: Places;
  readonly apiKeys: Pick<ApiKeyService, 'findPrincipal'>;
  readonly directories: DirectoryCache;
  readonly claims: NameClaims;
  readonly repository: UploadSessionRepository;
  readonly fileShares: Pick<FileShareService, 'maxUploadBytes' | 'shareInPlace' | 'followObjects'>;
  readonly capacity: Capacity;
  readonly settings: SettingService;
  readonly secretKey: SecretKey;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}
