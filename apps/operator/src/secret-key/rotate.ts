import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@satchel/server/config';
import { assertMigrated, openSchema } from '@satchel/server/database/schema/inspect-database';
import type { SchemaConnection } from '@satchel/server/database/schema-connection';
import { readOrCreateValue } from '@satchel/server/security/kept-value';
import { claimOf, createSecretKey, type SecretKey } from '@satchel/server/security/secret-key';
import { StartError } from '@satchel/server/start-error';
import { openDataDirectory } from '@satchel/server/startup/data-directory';
import type { Command } from 'commander';
import { assertUnused } from '../assert-unused.ts';
import { type CommandContext, note, readConfig, say } from '../context.ts';
import { noteAct } from '../operator-act.ts';
import { readSecret } from '../secret-input.ts';

const KEY_BYTES = 32;

/** Every column that keeps a secret under the key. */
const SEALED_COLUMNS = [
  ['storage_configs', 'secret_access_key_encrypted'],
  ['bundles', 'notify_secret'],
  ['upload_requests', 'notify_secret'],
  ['notifications', 'secret'],
] as const;

/** Numbers of secrets under the new key, and of those that the old key does not open. */
interface Reencrypted {
  readonly storages: number;
  readonly webhooks: number;
  readonly unreadable: number;
}

export function addSecretKeyCommand(program: Command, context: CommandContext): void {
  program
    .command('secret-key')
    .description('the key that encrypts what the server keeps secret')
    .command('rotate')
    .description(
      'encrypt the secrets of storages and webhooks with a new key, while no server runs: SECRET_KEY is the new one, SECRET_KEY_OLD the one before (each also with _FILE). Where they are not set, the one of the data folder is replaced by a generated one',
    )
    .action(() => rotate(context));
}

async function rotate(context: CommandContext): Promise<void> {
  const config = await readConfig(context);
  await assertMigrated(config);
  const onError = (error: unknown) => note(context, String(error));
  using folder = new DisposableStack();
  folder.adopt(await openDataDirectory(config.dataDirectory, onError), (opened) => opened.close());
  if (config.databaseUrl !== undefined) await assertUnused(config.databaseUrl);

  const paths = pathsIn(config);
  const newSecret = config.secretKey ?? (await readOrCreateValue(paths.next, generate));
  const oldSecret = (await readSecret(context, 'SECRET_KEY_OLD')) ?? (await readKept(paths.kept));
  await using connection = await openSchema(config);
  const done = await reencrypt(connection, createSecretKey(oldSecret), createSecretKey(newSecret));
  // A crash before this line leaves both keys, and the next run finds out which one the database uses.
  if (config.secretKey === undefined) await rename(paths.next, paths.kept);

  say(
    context,
    `The secrets of ${done.storages} storages and ${done.webhooks} webhooks are encrypted with the new key.`,
  );
  if (done.unreadable > 0) {
    note(
      context,
      `${done.unreadable} secrets were encrypted with neither key, and stay as they are: enter the secrets of those storages again, and remove the webhooks of those links and set them again.`,
    );
  }
  say(
    context,
    'Signed links to files (/api/p) have ended, and so have links that are good for minutes. Sessions, API keys and passwords stay.',
  );
  if (config.secretKey !== undefined) {
    say(
      context,
      'Start every server with the new SECRET_KEY, without SECRET_KEY_OLD. Backups from before need the old one.',
    );
  } else {
    say(
      context,
      `The new key is in ${paths.kept}: make a backup, those from before have the old one.`,
    );
  }
}

const generate = () => randomBytes(KEY_BYTES).toString('hex');

const pathsIn = ({ dataDirectory }: Config) => ({
  kept: join(dataDirectory, 'secret.key'),
  next: join(dataDirectory, 'secret.key.next'),
});

async function readKept(path: string): Promise<string> {
  if (existsSync(path)) return (await readFile(path, 'utf8')).trim();
  throw new StartError('SECRET_KEY_OLD: is needed, because the data folder has no secret.key');
}

/** @throws {StartError} if the database was encrypted with neither key */
async function reencrypt(
  connection: SchemaConnection,
  old: SecretKey,
  next: SecretKey,
): Promise<Reencrypted> {
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = 'secret_key.claim'`,
  );
  // The previous run was interrupted at its very end.
  if (row?.value === claimOf(next)) return count(connection, next);
  if (row?.value !== claimOf(old)) {
    throw new StartError(
      'SECRET_KEY_OLD: the secrets in the database were encrypted with another key. Nothing was changed.',
    );
  }
  await connection.transaction(async () => {
    for await (const { table, column, id, sealed } of sealedSecrets(connection)) {
      const plain = open(old, sealed);
      if (plain === undefined) continue;
      const sql = `UPDATE "${table}" SET "${column}" = ? WHERE "id" = ?`;
      await connection.query(statement(connection, sql), [next.encrypt(plain), id]);
    }
    // Deletes stored replies of repeated calls, because only the old key can decrypt them.
    await connection.run('DELETE FROM "repeated_calls"');
    const claim = statement(
      connection,
      `UPDATE "settings" SET "value" = ? WHERE "key" = 'secret_key.claim'`,
    );
    await connection.query(claim, [claimOf(next)]);
    await noteAct(connection, { action: 'server.key_rotated' });
  });
  return count(connection, next);
}

async function count(connection: SchemaConnection, key: SecretKey): Promise<Reencrypted> {
  const done = { storages: 0, webhooks: 0, unreadable: 0 };
  for await (const { table, sealed } of sealedSecrets(connection)) {
    if (open(key, sealed) === undefined) done.unreadable += 1;
    else if (table === 'storage_configs') done.storages += 1;
    else if (table !== 'notifications') done.webhooks += 1;
  }
  return done;
}

async function* sealedSecrets(connection: SchemaConnection) {
  for (const [table, column] of SEALED_COLUMNS) {
    const rows = await connection.query(
      `SELECT "id", "${column}" AS sealed FROM "${table}" WHERE "${column}" IS NOT NULL`,
    );
    for (const { id, sealed } of rows) {
      yield { table, column, id: String(id), sealed: String(sealed) };
    }
  }
}

/** Returns undefined for a secret of another key: before, a rotation left webhooks under the old one. */
function open(key: SecretKey, sealed: string): string | undefined {
  try {
    return key.decrypt(sealed);
  } catch {
    return undefined;
  }
}

/** Replaces the placeholders by those of this database. */
function statement({ kind }: SchemaConnection, sql: string): string {
  let at = 0;
  return kind === 'sqlite' ? sql : sql.replaceAll('?', () => `$${++at}`);
}
