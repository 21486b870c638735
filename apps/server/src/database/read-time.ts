import type { Clock } from '#clock';
import type { Prisma } from './database.ts';
import type { DatabaseKind } from './schema-connection.ts';

/** Milliseconds since 1970 by PostgreSQL's clock now, not at the start of the transaction. */
export interface TimeRow {
  readonly ms: unknown;
}

/**
 * Time to compare leases with: PostgreSQL's, because the clocks of replicas differ. With SQLite it is
 * the clock of the single process.
 */
export async function readTime(
  client: Pick<Prisma.TransactionClient, '$queryRaw'>,
  kind: DatabaseKind,
  clock: Clock,
): Promise<Date> {
  if (kind === 'sqlite') return clock.now();
  const [row] = await client.$queryRaw<TimeRow[]>`
    SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms`;
  return toTime(row, clock);
}

/** Adds the offset between both clocks to the injected clock, which tests move. */
export function toTime(row: TimeRow | undefined, clock: Clock): Date {
  const skewMs = row === undefined ? 0 : Number(row.ms) - Date.now();
  return new Date(clock.now().getTime() + Math.round(skewMs));
}
