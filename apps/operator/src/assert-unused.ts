import { connectPostgresSchema } from '@satchel/server/database/schema-connection';
import { StartError } from '@satchel/server/start-error';

/**
 * Checks that no server uses a database. Servers on PostgreSQL share no data folder that could be
 * locked, but each listens for changes.
 *
 * @throws {StartError} if a server is running, or the database cannot be reached
 */
export async function assertUnused(databaseUrl: string): Promise<void> {
  await using connection = await connectPostgresSchema(databaseUrl);
  const [row] = await connection.query(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'satchel changes'",
  );
  if (Number(row?.count) > 0) {
    throw new StartError('Satchel is running on this database. Stop every replica first.');
  }
}
