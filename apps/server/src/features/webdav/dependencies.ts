import type { FileSystemService } from '#features/file-system/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { Storage } from '#features/storage-configs/service.ts';
import type { Locks } from '#ledger/locks/locks.ts';

/** Bytes used and available in a storage. */
export interface Capacity {
  readonly usedBytes: number;
  readonly totalBytes: number;
}

export interface WebdavDependencies {
  readonly fileSystem: Pick<
    FileSystemService,
    'withRights' | 'operations' | 'properties' | 'spool' | 'maxUploadBytes'
  >;
  readonly locks: Locks;
  readonly settings: Pick<SettingService, 'get'>;
  /** Undefined for a storage without limit. */
  readonly capacityOf: (config: Storage['config']) => Promise<Capacity | undefined>;
}
