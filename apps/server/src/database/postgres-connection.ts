import type { Socket } from 'node:net';
import pg, { type ClientConfig, type PoolConfig } from 'pg';

/**
 * Options of every connection to PostgreSQL. Without keep-alive, a connection that a firewall or a
 * failed machine has dropped is noticed only when the kernel gives up, after a quarter of an hour.
 */
export const POSTGRES_CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
} as const satisfies ClientConfig;

/** Pool of connections that queries share. */
export interface PostgresPool {
  /** Maximum number of connections; further queries wait. */
  readonly size: number;
  /** Timeout of a query that waits for a new or free connection, in ms. */
  readonly connectTimeoutMs: number;
  /** Timeout of a statement in ms; 0 for none. */
  readonly statementTimeoutMs: number;
}

/** Default pool of PostgreSQL. */
export const DEFAULT_POSTGRES_POOL: PostgresPool = {
  size: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 60_000,
};

/** Time in which PostgreSQL should report that it has cancelled a statement. */
const ANSWER_MS = 5000;

function toPoolConfig(connectionString: string, pool: PostgresPool): PoolConfig {
  return {
    ...POSTGRES_CONNECTION,
    connectionString,
    max: pool.size,
    connectionTimeoutMillis: pool.connectTimeoutMs,
    // PostgreSQL's own limit, so that it stops statements whose callers have given up.
    statement_timeout: pool.statementTimeoutMs,
    // The client's limit, because no answer arrives over a connection that is open on this side only.
    ...(pool.statementTimeoutMs > 0 && { query_timeout: pool.statementTimeoutMs + ANSWER_MS }),
  };
}

/** Message of the driver for a query without an answer in time. */
const NO_ANSWER = 'Query read timeout';

/**
 * Opens the pool that queries share. Closes a connection that did not answer in time. Otherwise the
 * driver would wait on it for the end of a transaction, and then give it to the next query.
 */
export function openPool(connectionString: string, options: PostgresPool): pg.Pool {
  const pool = new pg.Pool(toPoolConfig(connectionString, options));
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const watched = (...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) {
        result.catch((error: Error) => {
          if (error.message === NO_ANSWER) socketOf(client).destroy();
        });
      }
      return result;
    };
    Object.assign(client, { query: watched });
  });
  return pool;
}

/** Socket of a client, which the driver's types leave out. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
