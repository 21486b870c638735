import type { ClientConfig } from 'pg';

/**
 * How every connection to PostgreSQL is made. Without keep-alive one that a firewall or a failed
 * machine has dropped is noticed only when the kernel gives up, after a quarter of an hour.
 */
export const POSTGRES_CONNECTION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: 10_000,
} as const satisfies ClientConfig;
