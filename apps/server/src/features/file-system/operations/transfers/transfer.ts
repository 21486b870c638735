import type { Task } from '../operation.ts';
import type { TwoConfigs } from './transfers.ts';

/** Input of WebDAV's COPY and MOVE; a slash at the end names a directory. */
export interface TransferInput {
  readonly from: string;
  readonly to: string;
  readonly isMove: boolean;
  /** True to copy a directory without its contents. */
  readonly isShallow: boolean;
  readonly mayOverwrite: boolean;
  /** Lock tokens that the caller has named. */
  readonly lockTokens: readonly string[];
  /** ETag that a file must still have once its name is claimed. */
  readonly etag?: string | undefined;
}

export interface TransferResult {
  /** False if the target replaced an existing entry. */
  readonly isNew: boolean;
}

/** Journaled position of a transfer. */
export interface TransferPosition extends TwoConfigs {
  /** Keys, or prefixes of directories. */
  readonly from: string;
  readonly to: string;
  /** Row of the ledger that holds the new name. */
  readonly writeId: string;
  /** Paths of the mounts that source and target are in. */
  readonly sourceMountPath: string;
  readonly targetMountPath: string;
  readonly isNew: boolean;
  /** Remaining steps: copy, remove the replaced target, remove the source. */
  readonly step: 'copy' | 'replace' | 'finish';
}

export type TransferTask = Task<TransferInput, TransferPosition>;
