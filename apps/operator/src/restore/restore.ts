import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { systemClock } from '@satchel/server/clock';
import type { Config } from '@satchel/server/config';
import { claimOf, createSecretKey } from '@satchel/server/security/secret-key';
import { StartError } from '@satchel/server/start-error';
import { openDataDirectory } from '@satchel/server/startup/data-directory';
import type { Command } from 'commander';
import { type Manifest, SECRET_NAME, tableOf } from '../archive/manifest.ts';
import { type ArchiveEntry, openArchive, readArchive, readText } from '../archive/read-archive.ts';
import { type CommandContext, note, readConfig, say } from '../context.ts';
import { noteAct } from '../operator-act.ts';
import { findPassphrase, PASSPHRASE_HELP } from '../secret-input.ts';
import { assertKnown, createTables, parseRows, type RestoredRows } from './restore-rows.ts';
import { openTarget, type RestoreTarget } from './restore-target.ts';
import { completeBucket, unpack } from './unpack-objects.ts';

export function addRestoreCommand(program: Command, context: CommandContext): void {
  program
    .command('restore')
    .description(
      `put a backup in place, all of it or nothing, while no server runs; also into the other kind of database. The passphrase of an encrypted one is ${PASSPHRASE_HELP}`,
    )
    .argument('<file>', 'a backup, or - for the standard input')
    .option(
      '--replace',
      'take the place of what is there, which is kept beside it (of PostgreSQL it is not)',
    )
    .action((file: string, { replace = false }: { replace?: boolean }) =>
      restore(context, file, replace),
    );
}

async function restore(context: CommandContext, file: string, isReplaced: boolean): Promise<void> {
  const config = await readConfig(context);
  const { dataDirectory } = config;
  const folder = await openDataDirectory(dataDirectory, (error) => note(context, String(error)));
  try {
    await using target = await openTarget(config, isReplaced);
    const manifest = await readInto(context, file, config, target);
    const external = await externalStorages(target);
    const replaced = await target.commit(systemClock.now());
    say(context, `The backup of ${manifest.createdAt} is in place. Everybody has to log in again.`);
    if (replaced) say(context, `What was there is in ${replaced}: remove it when all is well.`);
    if (external.length > 0) {
      say(
        context,
        `It uses other storages: ${external.join(', ')}. If this is a trial, start no server that reaches them: it would remove expired shares there, also those that were extended since the backup.`,
      );
    }
  } finally {
    folder.close();
  }
}

async function externalStorages({ connection }: RestoreTarget): Promise<readonly string[]> {
  const rows = await connection.query(
    'SELECT "name" FROM "storage_configs" WHERE NOT "is_embedded" ORDER BY "name"',
  );
  return rows.map(({ name }) => String(name));
}

async function readInto(
  context: CommandContext,
  file: string,
  config: Config,
  target: RestoreTarget,
): Promise<Manifest> {
  const source = openArchive(context, file);
  let rows: RestoredRows | undefined;
  let found: Manifest | undefined;
  const onEntry = async (entry: ArchiveEntry) => {
    const { name, size, body } = entry;
    const table = tableOf(name);
    if (table !== undefined) await rows?.add(table, parseRows(await readText(body, size)));
    else if (name !== SECRET_NAME) await unpack(entry, target.folder);
    // A key that is set in the environment was compared already.
    else if (config.secretKey === undefined) await unpackSecret(entry, found, target.folder);
    if (name.endsWith('/bucket.json')) await completeBucket(name, target.folder);
  };
  const onManifest = async (manifest: Manifest) => {
    found = manifest;
    await assertKnown(manifest.migrations);
    assertFits(manifest, config);
    rows = await createTables(target.connection, manifest.migrations);
  };
  await readArchive(
    source,
    () => findPassphrase(context, 'known'),
    { onManifest, onEntry },
    context.signal,
  );
  await rows?.finish();
  if (!found) throw new StartError(`${source.name} is no backup of Satchel.`);
  // Adds the restore to the audit log, because the backup's log ends at the time of the backup.
  await noteAct(target.connection, { action: 'server.restored', target: basename(file) });
  return found;
}

/** @throws {StartError} if it is not the key that the secrets of the backup were encrypted with */
async function unpackSecret(
  entry: ArchiveEntry,
  manifest: Manifest | undefined,
  folder: string,
): Promise<void> {
  const secret = await readText(entry.body, entry.size);
  if (claimOf(createSecretKey(secret.trim())) !== manifest?.secretKeyClaim) {
    throw new StartError(
      'The secret key in this backup is not the one that its secrets were encrypted with. Nothing was changed.',
    );
  }
  await unpack({ ...entry, body: Readable.from([Buffer.from(secret)]) }, folder);
}

/** @throws {StartError} if this server could not read the restored data */
function assertFits({ hasSecretKey, secretKeyClaim, hasObjects }: Manifest, config: Config): void {
  const isSame =
    config.secretKey !== undefined && claimOf(createSecretKey(config.secretKey)) === secretKeyClaim;
  if (config.secretKey !== undefined && !isSame) {
    throw new StartError(
      'SECRET_KEY: the secrets of this backup were encrypted with another key; set it to that one. Nothing was changed.',
    );
  }
  if (config.secretKey === undefined && !hasSecretKey) {
    throw new StartError(
      'SECRET_KEY: it is not in this backup; set it to what it was. Nothing was changed.',
    );
  }
  if (hasObjects && !config.hasEmbeddedStore) {
    throw new StartError(
      'EMBEDDED_STORE: the backup has objects of the embedded store; set it to on. Nothing was changed.',
    );
  }
}
