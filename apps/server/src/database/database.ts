import { chmod, open } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { ErrorCode } from '@satchel/api-client/errors';
import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { SecretKey } from '#security/secret-key.ts';
import { StartError } from '#start-error';
import type {
  Prisma,
  PrismaClient,
  TextShare as TextShareRow,
} from '../../generated/sqlite/client/client.ts';
import { type ChangeFeed, createLocalChangeFeed, createPostgresChangeFeed } from './change-feed.ts';
import { DEFAULT_POSTGRES_POOL, openPool, type PostgresPool } from './postgres-connection.ts';
import { assertClaims, type Claim, keepClaims } from './schema/claims.ts';
import { copyBefore } from './schema/copy-database.ts';
import { sqlitePathIn } from './schema/inspect-database.ts';
import {
  applyMigrations,
  MIGRATIONS_DIRECTORY,
  type MigrationPlan,
  planMigrations,
} from './schema/migrate.ts';
import { ensureSearchIndexes } from './schema/search-indexes.ts';
import { claimOfSecret } from './schema/secret-claim.ts';
import {
  type DatabaseKind,
  openPostgresSchema,
  openSqliteSchema,
  type SchemaConnection,
} from './schema-connection.ts';
import { createSharedTransactions, type SharedTransactions } from './shared-transactions.ts';
import { createSqliteAdapter } from './sqlite/sqlite-adapter.ts';
import { hasSqliteCode, SQLITE } from './sqlite/sqlite-code.ts';

/**
 * Transaction timeouts in ms. They are long because concurrent writers of one bucket wait for each other, and
 * because a transaction that waits for another process delays those behind it as long.
 */
const transactionOptions = { maxWait: 30_000, timeout: 30_000 };

/** Open database. Both kinds have the same models, so SQLite's types serve both. */
export interface Database {
  readonly kind: DatabaseKind;
  readonly prisma: PrismaClient;
  readonly changes: ChangeFeed;
  readonly transactTogether: SharedTransactions;
  close(): Promise<void>;
}

export interface DatabaseLocation {
  /** Directory of SQLite; it must exist. */
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  /** Pool of PostgreSQL; default {@link DEFAULT_POSTGRES_POOL}. */
  readonly databasePool?: PostgresPool;
  readonly onError: (error: unknown) => void;
}

export interface DatabaseOptions extends DatabaseLocation {
  readonly secretKey: SecretKey;
  /** Further values, besides the secret key, that all processes must share. */
  readonly claims?: readonly Claim[];
  readonly clock: Clock;
  /** Default: the server's own migrations; tests pass others. */
  readonly migrationsDirectory?: string;
}

/**
 * Migrates the database and opens it.
 *
 * @throws {StartError} if it does not fit this version, this secret key or this process; nothing has
 *   been changed then
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.databaseUrl === undefined) await prepareSqlite(options);
  else await preparePostgres(options.databaseUrl, options);
  return connectDatabase(options);
}

/** Opens a database that is already migrated. */
export function connectDatabase(location: DatabaseLocation): Promise<Database> {
  return location.databaseUrl === undefined
    ? connectSqlite(location.dataDirectory)
    : connectPostgres(location.databaseUrl, location);
}

async function prepareSqlite(options: DatabaseOptions): Promise<void> {
  const path = sqlitePathIn(options.dataDirectory);
  // SQLite gives its other files the permissions of the database, so none is ever readable for other users.
  await (await open(path, 'a', 0o600)).close();
  await chmod(path, 0o600);
  await using connection = openSqliteSchema(path);
  try {
    await prepare(connection, options, async ({ isMigrated, pending: [next] }) => {
      // WAL is stored in the file. Readers and the writer do not block each other, and a crash loses nothing.
      await connection.run('PRAGMA journal_mode = WAL');
      if (isMigrated && next) await copyBefore(connection, path, next.name);
    });
    await ensureSearchIndexes(connection);
  } catch (cause) {
    if (!hasSqliteCode(cause, SQLITE.corrupt, SQLITE.notADatabase)) throw cause;
    const reason = `${path} is damaged (${cause.message})`;
    throw new StartError(`DATA_DIR: ${reason}; restore a backup, or put the file back`, { cause });
  }
}

async function preparePostgres(databaseUrl: string, options: DatabaseOptions): Promise<void> {
  await using connection = await openPostgresSchema(databaseUrl);
  await prepare(connection, options, async () => undefined);
  await ensureSearchIndexes(connection);
}

async function prepare(
  connection: SchemaConnection,
  { secretKey, claims = [], clock, migrationsDirectory = MIGRATIONS_DIRECTORY }: DatabaseOptions,
  beforeChanges: (plan: MigrationPlan) => Promise<void>,
): Promise<void> {
  const plan = await planMigrations(connection, migrationsDirectory);
  const allClaims = [claimOfSecret(secretKey), ...claims];
  if (plan.isMigrated) await assertClaims(connection, allClaims);
  await beforeChanges(plan);
  await applyMigrations(connection, plan.pending);
  await keepClaims(connection, allClaims, clock.now());
}

async function connectSqlite(dataDirectory: string): Promise<Database> {
  const adapter = createSqliteAdapter(sqlitePathIn(dataDirectory));
  const sqlite = await import('../../generated/sqlite/client/client.ts');
  let isClosed = false;
  // Prisma would connect again for a late query, although another process may have the folder by then.
  const connect = async () => {
    if (isClosed) throw new Error('The database is closed.');
    return adapter.connect();
  };
  const prisma = new sqlite.PrismaClient({
    adapter: { ...adapter, connect },
    transactionOptions,
  });
  const changes = createLocalChangeFeed();
  return {
    kind: 'sqlite',
    prisma,
    changes,
    transactTogether: createSharedTransactions(prisma, 'sqlite'),
    close() {
      isClosed = true;
      return prisma.$disconnect();
    },
  };
}

async function connectPostgres(
  connectionString: string,
  { databasePool = DEFAULT_POSTGRES_POOL, onError }: DatabaseLocation,
): Promise<Database> {
  const pool = openPool(connectionString, databasePool);
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  // The two clients are generated from one schema and differ only in types that are not used here.
  const postgresql = await import('../../generated/postgresql/client/client.ts');
  const options = { adapter, transactionOptions };
  const prisma = new postgresql.PrismaClient(options) as unknown as PrismaClient;
  const changes = createPostgresChangeFeed(connectionString, onError);
  return {
    kind: 'postgresql',
    prisma,
    changes,
    transactTogether: createSharedTransactions(prisma, 'postgresql'),
    async close() {
      await changes.close();
      await prisma.$disconnect();
    },
  };
}

/** True for a violated unique column, which repositories turn into their feature's error. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code === 'P2002') return true;
  // Raw statements fail with the driver's error.
  const { driverAdapterError } = ('meta' in error && error.meta ? error.meta : {}) as {
    readonly driverAdapterError?: { readonly cause?: { readonly kind?: string } };
  };
  return driverAdapterError?.cause?.kind === 'UniqueConstraintViolation';
}

/** Stores a new row. Returns false if one with its key exists already, as from another replica. */
export async function isStored(creation: PromiseLike<unknown>): Promise<boolean> {
  try {
    await creation;
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** True if other rows still refer to the deleted row, or if the referenced row does not exist. */
export function isReferenceViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2003';
}

/**
 * Turns what the database refuses into the feature's errors: a violated unique column, a row that was
 * deleted in the meantime, or a reference as {@link isReferenceViolation}.
 */
export async function withRefusals<Result>(
  work: PromiseLike<Result>,
  codes: Partial<Readonly<Record<'unique' | 'missing' | 'reference', ErrorCode>>>,
): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'P2025';
    const code =
      (isMissing && codes.missing) ||
      (isUniqueViolation(cause) && codes.unique) ||
      (isReferenceViolation(cause) && codes.reference);
    throw code ? new AppError(code, { cause }) : cause;
  }
}

export type { Prisma, PrismaClient, TextShareRow };
