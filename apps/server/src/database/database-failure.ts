/** Why a database did not do what it was asked, where that is no fault of the one who asked. */
export type DatabaseFailure = 'unavailable' | 'full';

/** Prisma's: not reachable, too slow, closed, no connection or no transaction to be had in time. */
const UNAVAILABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/**
 * PostgreSQL's: it is stopping or starting, has no connection left, reads only; and those of class 08,
 * about the connection.
 */
const UNAVAILABLE_STATE = /^(08\w{3}|57P0[123]|53300|25006)$/;
const UNAVAILABLE_KIND = new Set(['DatabaseNotReachable', 'SocketTimeout', 'ConnectionClosed']);
/** Messages of PostgreSQL's driver about its own connections, which have no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|is not queryable/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** SQLite's `SQLITE_FULL`; PostgreSQL's `disk_full`; the system's own. */
const FULL = new Set(['13', '53100', 'ENOSPC', 'SQLITE_FULL']);

/** Tells a database that is gone, locked or full from an error of ours; undefined for any other. */
export function explainDatabaseError(error: unknown): DatabaseFailure | undefined {
  const facts = factsOf(error);
  if (facts.some(({ code }) => FULL.has(code))) return 'full';
  const isGone = facts.some(
    ({ code, kind, message }) =>
      UNAVAILABLE.has(code) ||
      NETWORK.has(code) ||
      UNAVAILABLE_STATE.test(code) ||
      UNAVAILABLE_KIND.has(kind) ||
      UNAVAILABLE_MESSAGE.test(message),
  );
  return isGone ? 'unavailable' : undefined;
}

interface Facts {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
}

/** Facts about an error and all errors that it wraps. Prisma hides the driver's in `meta`. */
function factsOf(error: unknown, depth = 0): readonly Facts[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const fields = error as Readonly<Record<string, unknown>>;
  const code = fields.code ?? fields.originalCode ?? fields.extendedCode ?? '';
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const meta = (fields.meta ?? {}) as Readonly<Record<string, unknown>>;
  return [
    { code: String(code), kind: text(fields.kind), message: text(fields.message) },
    ...factsOf(fields.cause, depth + 1),
    ...factsOf(meta.driverAdapterError, depth + 1),
  ];
}
