import type { ClientConfig, PoolConfig } from 'pg';

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

/** What holds where the operator says nothing. */
export const DEFAULT_POSTGRES_POOL: PostgresPool = {
  size: 10,
  connectTimeoutMs: 10_000,
  statementTimeoutMs: 60_000,
};

export function toPoolConfig(connectionString: string, pool: PostgresPool): PoolConfig {
  return {
    ...POSTGRES_CONNECTION,
    connectionString,
    max: pool.size,
    connectionTimeoutMillis: pool.connectTimeoutMs,
    // The server's own limit, so that what nobody waits for any more does not go on there.
    statement_timeout: pool.statementTimeoutMs,
  };
}
