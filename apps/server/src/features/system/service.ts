import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';

export interface SystemVersion {
  readonly version: string;
  readonly name: string;
  readonly environment: string;
  readonly storage: string;
  readonly nodeVersion: string;
  readonly uptime: number;
}

export interface SystemService {
  /**
   * Asks database and default storage, at most once in 5 s.
   *
   * @throws {AppError} `server.unavailable` where one of them does not answer
   */
  assertReady(): Promise<void>;
  version(): SystemVersion;
  now(): Date;
  /** In MB. */
  maxUploadSize(): Promise<number>;
}

export interface SystemDependencies {
  readonly databaseKind: 'sqlite' | 'postgresql';
  readonly storageConfigs: Pick<StorageConfigService, 'probeDefault'>;
  readonly settings: SettingService;
  readonly clock: Clock;
}

/** Whoever asks gives up after about as long. */
const READY_TIMEOUT_MS = 5000;
const READY_MEMORY_MS = 5000;

const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };

export function createSystemService(dependencies: SystemDependencies): SystemService {
  const { databaseKind, storageConfigs, settings, clock } = dependencies;
  let probe: { readonly answer: Promise<void>; readonly at: number } | undefined;
  const startedAt = clock.now().getTime();
  return {
    assertReady() {
      const now = clock.now().getTime();
      // Kept whatever it is, and shared while it runs: anybody may ask, as often as they like.
      if (!probe || Math.abs(now - probe.at) >= READY_MEMORY_MS) {
        const limit = AbortSignal.timeout(READY_TIMEOUT_MS);
        probe = { answer: storageConfigs.probeDefault(limit), at: now };
        probe.answer.catch(() => undefined);
      }
      return probe.answer.catch((cause: unknown) => {
        throw new AppError('server.unavailable', { cause });
      });
    },
    now: () => clock.now(),
    maxUploadSize: () => settings.getNumber('max_upload_size'),
    version: () => ({
      version,
      name: 'satchel',
      environment: 'Node.js',
      storage: databaseKind === 'sqlite' ? 'SQLite' : 'PostgreSQL',
      nodeVersion: process.version,
      uptime: Math.floor((clock.now().getTime() - startedAt) / 1000),
    }),
  };
}
