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

export function addSecretKeyCommand(program: Command, context: CommandContext): void {
  program
    .command('secret-key')
    .description('the key that encrypts what the server keeps secret')
    .command('rotate')
    .description(
      'encrypt the secrets of storages with a new key, while no server runs: SECRET_KEY is the new one, SECRET_KEY_OLD the one before (each also with _FILE). Where they are not set, the one of the data folder is replaced by a generated one',
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
  const count = await reencrypt(connection, createSecretKey(oldSecret), createSecretKey(newSecret));
  // A crash before this line leaves both keys, and the next run finds out which one the database uses.
  if (config.secretKey === undefined) await rename(paths.next, paths.kept);

  say(context, `The secrets of ${count} storages are encrypted with the new key.`);
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
): Promise<number> {
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = 'secret_key.claim'`,
  );
  const configs = await connection.query(
    'SELECT "id", "secret_access_key_encrypted" AS sealed FROM "storage_configs"',
  );
  // The previous run was interrupted at its very end.
  if (row?.value === claimOf(next)) return configs.length;
  if (row?.value !== claimOf(old)) {
    throw new StartError(
      'SECRET_KEY_OLD: the secrets in the database were encrypted with another key. Nothing was changed.',
    );
  }
  const update = statement(
    connection,
    'UPDATE "storage_configs" SET "secret_access_key_encrypted" = ? WHERE "id" = ?',
  );
  await connection.transaction(async () => {
    for (const { id, sealed } of configs) {
      await connection.query(update, [next.encrypt(old.decrypt(String(sealed))), String(id)]);
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
  return configs.length;
}

/** Replaces the placeholders by those of this database. */
function statement({ kind }: SchemaConnection, sql: string): string {
  let at = 0;
  return kind === 'sqlite' ? sql : sql.replaceAll('?', () => `$${++at}`);
}
