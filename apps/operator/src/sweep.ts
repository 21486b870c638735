import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { assertMigrated } from '@satchel/server/database/schema/inspect-database';
import type { Command } from 'commander';
import { type CommandContext, note, readConfig, say } from './context.ts';

export function addSweepCommand(program: Command, context: CommandContext): void {
  program
    .command('sweep')
    .description('remove what is over now; a running server does it every ten minutes')
    .action(() => sweep(context));
}

async function sweep(context: CommandContext): Promise<void> {
  const config = await readConfig(context);
  await assertMigrated(config);
  await using place = new AsyncDisposableStack();
  // Loads the whole server here, because other commands do not need it.
  const { compose } = await import('@satchel/server/compose');
  const services = await compose(await withOwnFolder(config, place), systemClock, (error) =>
    note(context, `Could not be done now: ${error}`),
  );
  place.defer(services.close);
  const reports = await services.jobs.runAll();
  const outcomes = new Set([...reports.values()].map(({ outcome }) => outcome));
  if (outcomes.has('elsewhere')) say(context, 'Another process is sweeping at this moment.');
  for (const [job, words] of Object.entries(WORDS)) {
    const report = reports.get(job);
    if (report?.outcome === 'done') say(context, `${words}: ${report.count}`);
  }
  if (outcomes.has('failed')) throw new Error('Some of it could not be done now.');
}

const WORDS = {
  textShares: 'Texts removed',
  fileShares: 'Files removed',
  uploads: 'Abandoned uploads ended',
  operations: 'Records of finished operations removed',
  thumbnails: 'Old thumbnails removed',
} as const;

/**
 * Uses a temporary data folder if only scratch space is needed, because a replica may have locked the
 * real one.
 */
async function withOwnFolder(config: Config, place: AsyncDisposableStack): Promise<Config> {
  if (config.databaseUrl === undefined || config.hasEmbeddedStore) return config;
  const dataDirectory = await mkdtemp(join(tmpdir(), 'satchel-sweep-'));
  place.defer(() => rm(dataDirectory, { recursive: true, force: true }));
  return { ...config, dataDirectory };
}
