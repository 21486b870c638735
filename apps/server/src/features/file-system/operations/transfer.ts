import type { Task } from './operation.ts';
import type { TwoConfigs } from './transfers.ts';

/** Input of WebDAV's COPY and MOVE; a slash at the end names a directory. */
export interface TransferInput {
  readonly from: string;
  readonly to: string;
  readonly isMove: boolean;
  /** True where a directory is copied without what is in it. */
  readonly isShallow: boolean;
  readonly mayOverwrite: boolean;
  /** Those of the caller's locks that it has named. */
  readonly lockTokens: readonly string[];
  /** ETag that a file must still have once its name is claimed. */
  readonly etag?: string | undefined;
}

export interface TransferResult {
  /** False where something else had the name before. */
  readonly isNew: boolean;
}

/** Journaled position of a transfer. */
export interface TransferPosition extends TwoConfigs {
  /** Keys, or prefixes of directories. */
  readonly from: string;
  readonly to: string;
  /** The ledger's row that holds the new name. */
  readonly writeId: string;
  /** By which mounts they are reached. */
  readonly sourceMountPath: string;
  readonly targetMountPath: string;
  readonly isNew: boolean;
  /** Remaining steps: copy, remove the replaced target, remove the source. */
  readonly step: 'copy' | 'replace' | 'finish';
}

export type TransferTask = Task<TransferInput, TransferPosition>;
