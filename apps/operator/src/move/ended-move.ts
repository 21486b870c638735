import type { Config } from '@satchel/server/config';
import { openSchema } from '@satchel/server/database/schema/inspect-database';
import { openPostgresSchema, quote } from '@satchel/server/database/schema-connection';
import { throwUnreachable } from './copy-rows.ts';
import { findBegunMove } from './move-journal.ts';
import type { MoveTarget } from './move-target.ts';

/**
 * Whether the move before this one was killed after it had done everything, and before it removed its
 * journal. Rows come last and all at once: where the storage is that the journal names, everything is.
 */
export async function hasEnded(
  config: Config,
  { databaseUrl, storage }: MoveTarget,
): Promise<boolean> {
  const configId = storage && (await findBegunMove(config.dataDirectory, storage));
  if (configId === undefined) return false;
  await using connection = await (databaseUrl === undefined
    ? openSchema(config)
    : // Under the lock of the move that was killed: what that has sent last is done by then.
      openPostgresSchema(databaseUrl).catch(throwUnreachable));
  if (connection.kind === 'postgresql') {
    const [table] = await connection.query(
      "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'storage_configs'",
    );
    if (!table) return false;
  }
  const [row] = await connection.query(
    `SELECT 1 FROM "storage_configs" WHERE "id" = ${quote(configId)}`,
  );
  return row !== undefined;
}
