import type { Config } from '@satchel/server/config';
import { inspectDatabase, openSchema } from '@satchel/server/database/schema/inspect-database';
import { readLastBackup } from '../backup/last-backup.ts';
import { advice, type Check, ok, problem, reasonOf } from './check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_BACKUP_DAYS = 7;
const MAX_SKEW_SECONDS = 60;

export async function checkDatabase(config: Config): Promise<readonly Check[]> {
  const kind = config.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL';
  try {
    const { isMigrated, pending } = await inspectDatabase(config);
    if (!isMigrated)
      return [problem('database', `There is no ${kind} database yet`, 'Start the server once.')];
    if (pending.length > 0) {
      const names = pending.map(({ name }) => name).join(', ');
      return [
        problem('database', `It is of an older version (${names})`, 'Run `satchel migrate`.'),
      ];
    }
    return [
      ok('database', `${kind} answers and is up to date`),
      ...(await checkClock(config)),
      ...(await checkBackup(config)),
    ];
  } catch (error) {
    return [
      problem(
        'database',
        reasonOf(error),
        'Check DATABASE_URL or DATA_DIR, and whether the database runs.',
      ),
    ];
  }
}

/** Compares clocks; SQLite uses the clock of its machine. */
async function checkClock(config: Config): Promise<readonly Check[]> {
  if (config.databaseUrl === undefined) return [];
  await using connection = await openSchema(config);
  const [row] = await connection.query(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS seconds',
  );
  const skew = Math.round(Number(row?.seconds) - Date.now() / 1000);
  if (Math.abs(skew) <= MAX_SKEW_SECONDS) return [ok('clock', 'It agrees with the database’s')];
  return [
    problem(
      'clock',
      `It differs from the database’s by ${Math.abs(skew)} seconds`,
      'Set both by a time server (NTP).',
    ),
  ];
}

async function checkBackup(config: Config): Promise<readonly Check[]> {
  const last = await readLastBackup(config);
  if (!last)
    return [
      advice(
        'backup',
        'None was ever made with `satchel backup`',
        'Make one every night, and keep it elsewhere.',
      ),
    ];
  const days = Math.floor((Date.now() - last.finishedAt.getTime()) / DAY_MS);
  const text = `The last one is of ${last.finishedAt.toISOString()}, ${last.bytes} bytes`;
  if (days < OLD_BACKUP_DAYS) return [ok('backup', text)];
  return [problem('backup', `${text}: ${days} days ago`, 'See why none is made any more.')];
}
