import type { Config } from '@satchel/server/config';
import { openSchema } from '@satchel/server/database/schema/inspect-database';
import { openPostgresSchema, quote } from '@satchel/server/database/schema-connection';
import { findBegunMove } from './move-journal.ts';
import type { MoveTarget } from './move-target.ts';

/**
 * True if the previous move was killed after its last step and before removing its journal. Rows come
 * last, in one transaction: if the database has the storage of the journal, everything is done.
 */
export async function hasEnded(
  config: Config,
  { databaseUrl, storage }: MoveTarget,
): Promise<boolean> {
  const configId = storage && (await findBegunMove(config.dataDirectory, storage));
  if (configId === undefined) return false;
  await using connection = await (databaseUrl === undefined
    ? openSchema(config)
    : // Waits for the lock of the killed move, so that everything it has sent is done.
      openPostgresSchema(databaseUrl, 'TARGET_DATABASE_URL'));
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
