import type { SqlResultSet } from '@prisma/driver-adapter-utils';

export type SqliteValue = null | string | number | bigint | Uint8Array;

export interface SqliteStatement {
  readonly sql: string;
  readonly args: readonly SqliteValue[];
}

export interface SqliteConnectionOptions {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Timeout of a statement that waits for another writing process. */
  readonly busyTimeoutMs: number;
}

/** Message to the worker. It answers each with a list of outcomes, in the order of arrival. */
export type SqliteRequest =
  | { readonly kind: 'run'; readonly statement: SqliteStatement }
  /** Unrelated statements of several callers, committed together. */
  | {
      readonly kind: 'write';
      readonly statements: readonly SqliteStatement[];
      readonly isSynced: boolean;
    }
  | { readonly kind: 'script'; readonly script: string }
  | { readonly kind: 'begin'; readonly isSynced: boolean }
  | { readonly kind: 'commit' | 'rollback' | 'close' };

export type SqliteOutcome =
  | { readonly error: SqliteFailure }
  | { readonly changes: number; readonly resultSet?: SqlResultSet };

export interface SqliteFailure {
  readonly message: string;
  /** SQLite's extended result code. */
  readonly code: number;
}
