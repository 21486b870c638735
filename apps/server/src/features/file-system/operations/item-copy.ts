import type { Failure, Progress } from './operation.ts';
import type { Transfer, TwoConfigs } from './transfers.ts';

export interface CopyItem {
  readonly sourcePath: string;
  readonly targetPath: string;
}

/** Result of one item; plain data, so that it can be journaled. */
export type CopyOutcome = CopyItem &
  (
    | { readonly status: 'success'; readonly objects: number; readonly skipped: number }
    | { readonly status: 'skipped' }
    | { readonly status: 'failed'; readonly error: Failure }
    | { readonly status: 'elsewhere'; readonly copy: ItemCopy }
  );

/** A copy that is under way, or that the caller carries to another storage. */
export interface ItemCopy extends Transfer, TwoConfigs {
  /** Wanted path and actual path: a taken name gets a number. */
  readonly wantedPath: string;
  readonly targetPath: string;
  /** By which mounts both are reached. */
  readonly source: Reached;
  readonly target: Reached;
  /** True where nothing had the name: then all of it goes when some of it fails. */
  readonly isFresh: boolean;
  /** The ledger's row that keeps the original in place. */
  readonly sourceWriteId: string;
  /** Progress when the item began. */
  readonly progressBefore: Progress;
}

/** How a caller gets to a place. */
export interface Reached {
  readonly path: string;
  readonly mountId: string;
  readonly mountPath: string;
}
