import { StartError } from '#start-error';
import { quote, type SchemaConnection } from '../schema-connection.ts';

/**
 * Value that every process on one database must share. The first start writes it into a row of
 * `settings` that the API does not expose; later ones compare.
 */
export interface Claim {
  readonly key: string;
  readonly value: string;
  /** Message that explains to the operator why a process with another value does not start. */
  readonly refusal: string;
  /** Checks whether the value fits a database that has no claims yet; throws if not. */
  readonly assertFits?: (connection: SchemaConnection) => Promise<void>;
}

/** @throws {StartError} if the database has another value, or has none and this one does not fit it */
export async function assertClaims(
  connection: SchemaConnection,
  claims: readonly Claim[],
): Promise<void> {
  for (const { key, value, refusal, assertFits } of claims) {
    const stored = await read(connection, key);
    if (stored === undefined) await assertFits?.(connection);
    else if (stored !== value) throw new StartError(refusal);
  }
}

/**
 * Stores missing claims. The caller has compared them before, under the lock of the migrations, so no
 * other process can interfere.
 */
export async function keepClaims(
  connection: SchemaConnection,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  // Formats the time as Prisma writes it into SQLite; PostgreSQL accepts it, too.
  const at = quote(now.toISOString().replace('Z', '+00:00'));
  for (const { key, value } of claims) {
    if ((await read(connection, key)) !== undefined) continue;
    await connection.run(
      `INSERT INTO "settings" ("key", "value", "created_at", "updated_at") VALUES (${quote(key)}, ${quote(value)}, ${at}, ${at})`,
    );
  }
}

async function read(connection: SchemaConnection, key: string): Promise<unknown> {
  const [row] = await connection.query(
    `SELECT "value" FROM "settings" WHERE "key" = ${quote(key)}`,
  );
  return row?.value;
}
