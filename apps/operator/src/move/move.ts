import { join } from 'node:path';
import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { assertMigrated } from '@satchel/server/database/schema/inspect-database';
import { connectPostgresSchema } from '@satchel/server/database/schema-connection';
import {
  createStorageConfigRepository,
  EMBEDDED_CONFIG_ID,
} from '@satchel/server/features/storage-configs/repository';
import { locationOf } from '@satchel/server/features/storage-configs/storage-access';
import type { ObjectStore } from '@satchel/server/object-store';
import { createBucketWatch } from '@satchel/server/object-store/bucket-watch';
import { createObjectStores } from '@satchel/server/object-store/object-stores';
import { StartError } from '@satchel/server/start-error';
import { type Foundation, openFoundation } from '@satchel/server/startup/foundation';
import type { Command } from 'commander';
import { type CommandContext, note, readConfig, say } from '../context.ts';
import { takeSnapshot } from '../rows/row-snapshot.ts';
import { copyObjects, countObjects } from './copy-objects.ts';
import { assertEmpty, copyRows, countRows } from './copy-rows.ts';
import { hasEnded } from './ended-move.ts';
import { openMoveJournal, removeMoveJournal } from './move-journal.ts';
import {
  configOf,
  type MoveOptions,
  type MoveTarget,
  readTarget,
  type TargetStorage,
} from './move-target.ts';
import { switchStorage } from './switch-storage.ts';

export function addMoveCommand(program: Command, context: CommandContext): void {
  program
    .command('move')
    .description(
      'move SQLite to PostgreSQL (TARGET_DATABASE_URL), the embedded store to another S3 storage, or both, while no server runs. What was interrupted is gone on with',
    )
    .option('--s3-endpoint <url>', 'where the storage is')
    .option('--s3-public-endpoint <url>', 'where browsers find it, if elsewhere')
    .option('--s3-bucket <name>', 'an empty bucket there')
    .option('--s3-region <name>', 'its region', 'us-east-1')
    .option('--s3-virtual-host', 'the bucket is a part of the host name, and not of the path')
    .option('--dry-run', 'look at both sides, say what would be done, and change nothing')
    .action((options: MoveOptions) => move(context, options));
}

async function move(context: CommandContext, options: MoveOptions): Promise<void> {
  const config = await readConfig(context);
  const target = await readTarget(context, options);
  if (target.databaseUrl !== undefined && config.databaseUrl !== undefined) {
    throw new StartError('DATABASE_URL: this server has PostgreSQL already; only SQLite is moved.');
  }
  await assertMigrated(config);
  const onError = (error: unknown) => note(context, String(error));
  const foundation = await openFoundation(config, systemClock, onError);
  try {
    await assertNothingRuns(foundation);
    if (await hasEnded(config, target)) {
      say(context, 'The move before this one was cut off at its very end: everything is there.');
      if (!options.dryRun) await removeMoveJournal(config.dataDirectory);
      sayWhatNow(context, config, target);
      return;
    }
    if (target.databaseUrl !== undefined) await assertReachable(target.databaseUrl);
    if (target.storage) await moveObjects(context, config, foundation, target.storage, options);
    if (options.dryRun) {
      if (target.databaseUrl !== undefined)
        await sayRows(context, config, target.storage !== undefined);
      say(context, 'Nothing was changed.');
      return;
    }
    await moveRows(context, config, foundation, target);
    sayWhatNow(context, config, target);
  } finally {
    await foundation.close();
  }
}

/** Refuses to move while an operation runs, because it would continue on the old data. */
async function assertNothingRuns({ database }: Foundation): Promise<void> {
  const running = await database.prisma.operation.count({ where: { state: 'running' } });
  if (running === 0) return;
  throw new StartError(
    'A copy, rename or removal is not finished. Start the server, let it finish, stop it, and move then.',
  );
}

async function assertReachable(databaseUrl: string): Promise<void> {
  await using connection = await connectPostgresSchema(databaseUrl, 'TARGET_DATABASE_URL');
  await assertEmpty(connection);
}

async function embeddedConfig({ database, embedded }: Foundation) {
  const config = await createStorageConfigRepository(database.prisma).find(EMBEDDED_CONFIG_ID);
  if (config && embedded) return config;
  throw new StartError(
    'The embedded store is off, or nothing knows of it: there are no objects to move.',
  );
}

async function moveObjects(
  context: CommandContext,
  { dataDirectory }: Config,
  foundation: Foundation,
  storage: TargetStorage,
  { dryRun = false }: MoveOptions,
): Promise<void> {
  const { signal } = context;
  const onError = (error: unknown) => note(context, String(error));
  const own = await embeddedConfig(foundation);
  const handler = foundation.embedded?.store.createRequestHandler();
  const stores = createObjectStores(handler, createBucketWatch(onError), systemClock);
  try {
    const open = (config: typeof own) => stores.of(locationOf(config, foundation.secretKey));
    const source = open(own);
    const target = open(configOf(storage, 'target', own, foundation.secretKey));
    await assertUsable(target, storage, signal);
    const total = await countObjects(source, signal);
    say(
      context,
      `${total.objects} objects of ${total.bytes} bytes to ${storage.bucketName} at ${storage.endpointUrl}.`,
    );
    if (dryRun) return;
    await using journal = await openMoveJournal(dataDirectory, storage);
    await copyObjects(
      source,
      target,
      journal,
      ({ objects, bytes }) =>
        note(context, `${objects} of ${total.objects} objects, ${bytes} of ${total.bytes} bytes`),
      signal,
    ).catch((cause: unknown) => {
      if (signal.aborted || cause instanceof StartError) throw cause;
      throw new StartError(
        `The move stopped: ${explain(cause)}. Run the command again; it continues where it stopped.`,
        { cause },
      );
    });
  } finally {
    stores.close();
  }
}

async function assertUsable(
  target: ObjectStore,
  storage: TargetStorage,
  signal: AbortSignal,
): Promise<void> {
  await target.list({ prefix: '', limit: 1, signal }).catch((cause: unknown) => {
    throw new StartError(
      `The bucket ${storage.bucketName} at ${storage.endpointUrl} cannot be listed: ${explain(cause)}`,
      { cause },
    );
  });
}

function explain(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? `${cause.name} ${cause.message}`.trim() : String(cause);
}

async function sayRows(
  context: CommandContext,
  config: Config,
  isStorageNew: boolean,
): Promise<void> {
  await using rows = await takeSnapshot(config);
  say(context, `${await countRows(rows, isStorageNew)} rows to PostgreSQL.`);
}

async function moveRows(
  context: CommandContext,
  config: Config,
  foundation: Foundation,
  { databaseUrl, storage }: MoveTarget,
): Promise<void> {
  const { database, secretKey } = foundation;
  await using journal = storage && (await openMoveJournal(config.dataDirectory, storage));
  const newStorage = storage &&
    journal && {
      config: configOf(storage, journal.configId, await embeddedConfig(foundation), secretKey),
      targetEtagOf: journal.targetEtagOf,
    };
  if (databaseUrl !== undefined) {
    await using rows = await takeSnapshot(config);
    say(context, `${await copyRows(rows, databaseUrl, newStorage)} rows are in PostgreSQL.`);
  } else if (newStorage) {
    await switchStorage(database, newStorage);
  }
  await journal?.remove();
}

function sayWhatNow(
  context: CommandContext,
  config: Config,
  { databaseUrl, storage }: MoveTarget,
): void {
  const { dataDirectory, secretKey } = config;
  if (databaseUrl !== undefined) {
    say(context, 'Start the server with DATABASE_URL set to the new database.');
    if (secretKey === undefined) {
      say(
        context,
        `Its SECRET_KEY is what is in ${join(dataDirectory, 'secret.key')}: keep it, on every replica.`,
      );
    }
    if (!storage) say(context, 'Set EMBEDDED_STORE=on in the process that has this DATA_DIR.');
  }
  if (storage) {
    say(
      context,
      'Test the storage on its page in the administration: it also sets what browsers need (CORS).',
    );
  }
  say(context, 'What was here is still here: remove it when all is well.');
}
