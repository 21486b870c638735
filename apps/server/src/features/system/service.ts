import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { SettingService } from '#features/settings/service.ts';
import { packageDirectory } from '#program-files';
import type { Readiness } from './readiness.ts';
export type SystemService = ReturnType<typeof createSystemService>;

export interface SystemDependencies {
  readonly databaseKind: 'sqlite' | 'postgresql';
  readonly readiness: Pick<Readiness, 'findProblems'>;
  readonly settings: SettingService;
  readonly clock: Clock;
  /** Origins that only take files for the embedded store. */
  readonly uploadUrls: readonly string[];
}

const { version } = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8')) as {
  version: string;
};

export function createSystemService(dependencies: SystemDependencies) {
  const { databaseKind, readiness, settings, clock, uploadUrls } = dependencies;
  const startedAt = clock.now().getTime();
  return {
    /** @throws {AppError} `server.unavailable` with all reasons why the server cannot work now */
    async assertReady() {
      const problems = await readiness.findProblems();
      if (problems.length > 0) throw new AppError('server.unavailable', { details: { problems } });
    },
    now: () => clock.now(),
    /** In MB. */
    maxUploadSize: () => settings.getNumber('max_upload_size'),
    uploadOrigins: () => [...uploadUrls],
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
