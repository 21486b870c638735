import type { Socket } from 'node:net';
import pg, { type ClientConfig, type PoolConfig } from 'pg';

/**
 * How every connection to PostgreSQL is made. Without keep-alive one that a firewall or a failed
 * machine has dropped is noticed only when the kernel gives up, after a quarter of an hour.
 */
export const POSTGRES_CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
} as const satisfies ClientConfig;

/** The connections that queries share. */
export interface PostgresPool {
  /** At most; more queries than that wait. */
  readonly size: number;
  /** How long a query waits for a connection, new or free. */
  readonly connectTimeoutMs: number;
  /** How long a statement may run; 0 for any time. */
  readonly statementTimeoutMs: number;
}

/** Default pool of PostgreSQL. */
export const DEFAULT_POSTGRES_POOL: PostgresPool = {
  size: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 60_000,
};

/** Time in which PostgreSQL should have told that it has ended a statement. */
const ANSWER_MS = 5000;

function toPoolConfig(connectionString: string, pool: PostgresPool): PoolConfig {
  return {
    ...POSTGRES_CONNECTION,
    connectionString,
    max: pool.size,
    connectionTimeoutMillis: pool.connectTimeoutMs,
    // The server's own limit, so that what nobody waits for any more does not go on there.
    statement_timeout: pool.statementTimeoutMs,
    // Over a connection that is open on this side only no answer comes, nor does PostgreSQL's own limit.
    ...(pool.statementTimeoutMs > 0 && { query_timeout: pool.statementTimeoutMs + ANSWER_MS }),
  };
}

/** The driver's message for a query that got no answer in time. */
const NO_ANSWER = 'Query read timeout';

/**
 * The pool that queries share. A connection that did not answer in time is ended: in a transaction the driver
 * would go on to wait for the end of that on it, and then give it to the next query.
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

/** The driver's types leave it out. */
const socketOf = (client: pg.PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;
