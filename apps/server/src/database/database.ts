import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type {
  Prisma,
  PrismaClient,
  TextShare as TextShareRow,
} from '../../generated/sqlite/client/client.ts';
import { type ChangeFeed, createLocalChangeFeed, createPostgresChangeFeed } from './change-feed.ts';
import { type DatabaseKind, migrate } from './migrate.ts';
import { SqliteAdapter } from './sqlite-adapter.ts';

/** How long a writer waits for another, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** The open database, migrated. Both kinds have the same models, so SQLite's types serve both. */
export interface Database {
  readonly kind: DatabaseKind;
  readonly prisma: PrismaClient;
  readonly changes: ChangeFeed;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDirectory: string;
  readonly databaseUrl: string | undefined;
  readonly onError: (error: unknown) => void;
}

export function openDatabase(options: DatabaseOptions): Promise<Database> {
  return options.databaseUrl === undefined
    ? openSqlite(options.dataDirectory)
    : openPostgres(options.databaseUrl, options.onError);
}

async function openSqlite(dataDirectory: string): Promise<Database> {
  await mkdir(dataDirectory, { recursive: true });
  const url = `file:${join(dataDirectory, 'satchel.db')}`;
  const adapter = new SqliteAdapter({ url, timeout: BUSY_TIMEOUT_MS });
  const connection = await adapter.connect();
  // Kept in the file: readers and the writer do not block each other, and a crash loses nothing.
  await connection.executeScript('PRAGMA journal_mode = WAL;');
  await connection.dispose();
  await migrate('sqlite', adapter);
  const sqlite = await import('../../generated/sqlite/client/client.ts');
  const prisma = new sqlite.PrismaClient({ adapter });
  const changes = createLocalChangeFeed();
  return { kind: 'sqlite', prisma, changes, close: () => prisma.$disconnect() };
}

async function openPostgres(
  connectionString: string,
  onError: (error: unknown) => void,
): Promise<Database> {
  const adapter = new PrismaPg({ connectionString });
  await withMigrationLock(connectionString, () => migrate('postgresql', adapter));
  // The two clients are generated from one schema and differ only in types that nothing here uses.
  const postgresql = await import('../../generated/postgresql/client/client.ts');
  const prisma = new postgresql.PrismaClient({ adapter }) as unknown as PrismaClient;
  const changes = createPostgresChangeFeed(connectionString, onError);
  return {
    kind: 'postgresql',
    prisma,
    changes,
    async close() {
      await changes.close();
      await prisma.$disconnect();
    },
  };
}

/** Replicas that start together migrate one after another. */
async function withMigrationLock(connectionString: string, work: () => Promise<void>) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock(hashtext('satchel_migrations'))");
    await work();
  } finally {
    await client.end();
  }
}

/** Tells the violation of a unique column, which a repository turns into its feature's error. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  if (error.code === 'P2002') return true;
  // A statement of our own fails with what the driver says.
  const { driverAdapterError } = ('meta' in error && error.meta ? error.meta : {}) as {
    readonly driverAdapterError?: { readonly cause?: { readonly kind?: string } };
  };
  return driverAdapterError?.cause?.kind === 'UniqueConstraintViolation';
}

/** Tells that other rows still refer to the one to be deleted, or that the one referred to is gone. */
export function isReferenceViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2003';
}

/** Tells that the row to be changed was deleted in the meantime. */
export function isMissingRow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2025';
}

export type { Prisma, PrismaClient, TextShareRow };
