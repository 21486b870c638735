import { systemClock } from '@satchel/server/clock';
import { openDatabase } from '@satchel/server/database';
import { inspectDatabase } from '@satchel/server/database/schema/inspect-database';
import { createSecretKey, readOrCreateSecret } from '@satchel/server/security/secret-key';
import { openDataDirectory } from '@satchel/server/startup/data-directory';
import type { Command } from 'commander';
import { type CommandContext, note, readConfig, say } from './context.ts';

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .description('bring the database to this version, as each start of the server does by itself')
    .option('--status', 'say what would be done, and change nothing')
    .action(({ status = false }: { status?: boolean }) => migrate(context, status));
}

async function migrate(context: CommandContext, isStatusOnly: boolean): Promise<void> {
  const config = await readConfig(context);
  const { pending } = await inspectDatabase(config);
  if (pending.length === 0) {
    say(context, 'The database is up to date.');
    return;
  }
  const names = pending.map(({ name }) => `  ${name}`).join('\n');
  if (isStatusOnly) {
    say(context, `To be applied:\n${names}`);
    return;
  }
  const { dataDirectory, databaseUrl } = config;
  const onError = (error: unknown) => note(context, String(error));
  // With PostgreSQL, replicas take turns by a lock of the database.
  using folder = new DisposableStack();
  if (databaseUrl === undefined) {
    folder.adopt(await openDataDirectory(dataDirectory, onError), (opened) => opened.close());
  }
  const secretKey = createSecretKey(config.secretKey ?? (await readOrCreateSecret(dataDirectory)));
  const database = await openDatabase({
    dataDirectory,
    databaseUrl,
    onError,
    secretKey,
    clock: systemClock,
  });
  await database.close();
  say(context, `Applied:\n${names}`);
}
