import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@satchel/server/config';
import { openSchema } from '@satchel/server/database/schema/inspect-database';
import { claimOf, createSecretKey, type SecretKey } from '@satchel/server/security/secret-key';
import { StartError } from '@satchel/server/start-error';
import type { Command } from 'commander';
import { type CommandContext, readConfig, say } from '../context.ts';
import { type Check, ok, problem } from './check.ts';
import { checkAddress } from './check-address.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk } from './check-disk.ts';
import { checkStorages } from './check-storages.ts';
import { checkUploads } from './check-uploads.ts';

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description(
      'look at database, storages, clock, CORS, public address, proxy, uploads, disk and backups, beside the running server; exit code 1 where something is wrong',
    )
    .option('--json', 'for programs')
    .action(({ json = false }: { json?: boolean }) => examine(context, json));
}

async function examine(context: CommandContext, isJson: boolean): Promise<void> {
  const config = await readConfig(context);
  const checks = await runChecks(config, context.signal);
  const problems = checks.filter(({ state }) => state === 'problem').length;
  if (isJson) say(context, JSON.stringify({ healthy: problems === 0, checks }, undefined, 2));
  else for (const check of checks) say(context, lineOf(check));
  if (problems > 0) throw new StartError(problems === 1 ? '1 problem.' : `${problems} problems.`);
}

function lineOf({ state, name, text, hint }: Check): string {
  const mark = { ok: 'ok     ', advice: 'advice ', problem: 'PROBLEM' }[state];
  return `${mark}  ${name}: ${text}${hint === undefined ? '' : `\n         ${hint}`}`;
}

async function runChecks(config: Config, signal: AbortSignal): Promise<readonly Check[]> {
  const database = await checkDatabase(config);
  const disk = await checkDisk(config);
  if (database[0]?.state === 'problem') return [...database, ...disk];
  const { check, secretKey } = await checkSecret(config);
  if (!secretKey) return [...database, check, ...disk];
  const origin = config.publicUrl ?? `http://localhost:${config.port}`;
  return [
    ...database,
    check,
    ...disk,
    ...(await checkStorages({ config, secretKey, origin, signal })),
    ...(await checkAddress(config, secretKey, signal)),
    ...(await checkUploads(config, signal)),
  ];
}

async function checkSecret(config: Config): Promise<{ check: Check; secretKey?: SecretKey }> {
  const path = join(config.dataDirectory, 'secret.key');
  const secret =
    config.secretKey ?? (existsSync(path) ? (await readFile(path, 'utf8')).trim() : undefined);
  if (secret === undefined) {
    return {
      check: problem('secret key', `There is none in ${path}`, 'Put it back, or set SECRET_KEY.'),
    };
  }
  const secretKey = createSecretKey(secret);
  await using connection = await openSchema(config);
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = 'secret_key.claim'`,
  );
  if (row && row.value !== claimOf(secretKey)) {
    return {
      check: problem(
        'secret key',
        'The database was encrypted with another one',
        'Set SECRET_KEY to that one.',
      ),
    };
  }
  return { check: ok('secret key', 'It is the one of the database'), secretKey };
}
