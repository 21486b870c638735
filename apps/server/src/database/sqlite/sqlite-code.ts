/** Result codes of SQLite. */
export const SQLITE = { busy: 5, corrupt: 11, notADatabase: 26 } as const;

/** True for an error of `node:sqlite` with one of these codes. */
export function hasSqliteCode(error: unknown, ...codes: readonly number[]): error is Error {
  return error instanceof Error && 'errcode' in error && codes.includes(Number(error.errcode));
}
