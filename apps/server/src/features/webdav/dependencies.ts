import type { UsageCounts } from '#bucket-index/usage.ts';
import type { FileSystemService } from '#features/file-system/service.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { Ledger } from '#ledger/ledger.ts';
import type { Locks } from '#ledger/locks/locks.ts';

export interface WebdavDependencies {
  readonly fileSystem: Pick<
    FileSystemService,
    'withRights' | 'operations' | 'properties' | 'spool' | 'maxUploadBytes'
  >;
  readonly locks: Locks;
  readonly settings: Pick<SettingService, 'get'>;
  readonly usage: UsageCounts;
  readonly ledger: Pick<Ledger, 'reservedBytes'>;
}
