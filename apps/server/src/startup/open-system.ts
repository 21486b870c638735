import type { CacheStats } from '#cache/measured-cache.ts';
import type { Clock } from '#clock';
import type { Config } from '#config';
import type { Database } from '#database';
import { createCheckDatabase } from '#database/schema/check-database.ts';
import type { SettingService } from '#features/settings/service.ts';
import type { StorageConfigService } from '#features/storage-configs/service.ts';
import { createReadiness } from '#features/system/readiness.ts';
import { createSystemService } from '#features/system/service.ts';
import type { Metrics } from '#telemetry/metrics/metrics.ts';
import { createReadWorkState } from '#telemetry/metrics/state-repository.ts';

export interface SystemParts {
  readonly config: Config;
  readonly database: Database;
  readonly storageConfigs: StorageConfigService;
  readonly settings: SettingService;
  readonly metrics: Metrics | undefined;
  readonly clock: Clock;
  /** Called with the reason why the server is not ready. */
  readonly onProblem: (error: unknown) => void;
}

/** Information about the server itself, for callers, monitoring and metrics. */
export function openSystem(parts: SystemParts) {
  const { config, database, storageConfigs, settings, metrics, clock, onProblem } = parts;
  const { prisma, kind: databaseKind } = database;
  const readiness = createReadiness({
    checkDatabase: createCheckDatabase(prisma, databaseKind),
    storageConfigs,
    dataDirectory: config.dataDirectory,
    clock,
    onProblem,
  });
  const system = createSystemService({
    ...{ databaseKind, readiness, settings, clock },
    uploadUrls: config.uploadUrls,
  });
  return {
    readiness,
    system,
    /** Starts measuring, once the measured services exist. */
    measure(caches: readonly (() => CacheStats)[]): void {
      metrics?.measureServices({
        caches,
        readWorkState: createReadWorkState(prisma),
        version: system.version().version,
        databaseKind,
        clock,
        findProblems: readiness.findProblems,
      });
    },
  };
}
