/** Reason why a database operation failed, if the caller did nothing wrong. */
export type DatabaseFailure = 'unavailable' | 'full';

/** Prisma's codes: unreachable, too slow, closed, or no connection or transaction available in time. */
const UNAVAILABLE = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/**
 * PostgreSQL's codes: stopping or starting, no connection left, read-only, and class 08 (connection
 * errors).
 */
const UNAVAILABLE_STATE = /^(08\w{3}|57P0[123]|53300|25006)$/;
const UNAVAILABLE_KIND = new Set(['DatabaseNotReachable', 'SocketTimeout', 'ConnectionClosed']);
/** Messages of PostgreSQL's driver about its own connections, which have no code. */
const UNAVAILABLE_MESSAGE =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|is not queryable/;
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH']);

/** SQLite's `SQLITE_READONLY`, `SQLITE_IOERR` and `SQLITE_CANTOPEN`: the disk is read-only or fails. */
const UNAVAILABLE_SQLITE = new Set([8, 10, 14]);

/** SQLite's `SQLITE_FULL`, PostgreSQL's `disk_full`, the system's own code. */
const FULL = new Set(['13', '53100', 'ENOSPC', 'SQLITE_FULL']);

/** Recognizes errors of a database that is unreachable, locked or full; undefined for any other error. */
export function explainDatabaseError(error: unknown): DatabaseFailure | undefined {
  const facts = factsOf(error);
  if (facts.some(({ code }) => FULL.has(code))) return 'full';
  const isGone = facts.some(
    ({ code, kind, message }) =>
      UNAVAILABLE.has(code) ||
      NETWORK.has(code) ||
      UNAVAILABLE_STATE.test(code) ||
      isSqliteDown(code) ||
      UNAVAILABLE_KIND.has(kind) ||
      UNAVAILABLE_MESSAGE.test(message),
  );
  return isGone ? 'unavailable' : undefined;
}

/** The lowest byte of an extended code, such as 778 for a failed write, is the code itself. */
function isSqliteDown(code: string): boolean {
  return /^\d{1,4}$/.test(code) && UNAVAILABLE_SQLITE.has(Number(code) & 0xff);
}

interface Facts {
  readonly code: string;
  readonly kind: string;
  readonly message: string;
}

/** Facts about an error and all errors that it wraps. Prisma hides the driver's error in `meta`. */
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
