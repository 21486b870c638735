import type { TestProject } from 'vitest/node';
import { findPostgres, startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where files make their own databases; undefined where there is no PostgreSQL. */
    postgresUrl: string | undefined;
  }
}

/** One private PostgreSQL for all integration files; says aloud which databases ran. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isWanted = process.env.SATCHEL_TEST_POSTGRES !== '0';
  const binaries = isWanted ? findPostgres() : undefined;
  if (binaries === undefined) {
    const reason = isWanted ? 'it is not installed' : 'SATCHEL_TEST_POSTGRES=0';
    process.stdout.write(`server databases: sqlite (no postgresql: ${reason})\n`);
    project.provide('postgresUrl', undefined);
    return undefined;
  }
  const postgres = await startPostgres(binaries);
  process.stdout.write(`server databases: sqlite, postgresql (${binaries})\n`);
  project.provide('postgresUrl', postgres.url);
  return postgres.stop;
}
