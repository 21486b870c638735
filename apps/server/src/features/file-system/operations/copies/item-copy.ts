import type { Failure, Progress } from '../operation.ts';
import type { Transfer, TwoConfigs } from '../transfers/transfers.ts';

export interface CopyItem {
  readonly sourcePath: string;
  readonly targetPath: string;
}

/** Result of one item, as plain data so that it can be journaled. */
export type CopyOutcome = CopyItem &
  (
    | { readonly status: 'success'; readonly objects: number; readonly skipped: number }
    | { readonly status: 'skipped' }
    | { readonly status: 'failed'; readonly error: Failure }
    | { readonly status: 'elsewhere'; readonly copy: ItemCopy }
  );

/** Copy of one item, by the storage or by the caller. */
export interface ItemCopy extends Transfer, TwoConfigs {
  /** Wanted path and actual path, which differ if the wanted name was taken and got a number. */
  readonly wantedPath: string;
  readonly targetPath: string;
  /** Mounts through which source and target are reached. */
  readonly source: Reached;
  readonly target: Reached;
  /** True if the name was free. Then a failure removes the whole copy. */
  readonly isFresh: boolean;
  /** Row of the ledger that protects the source from being changed. */
  readonly sourceWriteId: string;
  /** Progress at the start of the item. */
  readonly progressBefore: Progress;
}

/** Path by which a caller reaches a file. */
export interface Reached {
  readonly path: string;
  readonly mountId: string;
  readonly mountPath: string;
}
