import type { ReadableUpload, SignedParts } from '../ports.ts';
import type { PlannedPart } from './part-plan.ts';

/** A created upload, which persists across pauses and failures. */
export interface UploadSession {
  readonly upload: ReadableUpload;
  readonly plan: readonly PlannedPart[];
  /** ETags of the parts that the store has. */
  readonly etags: Map<number, string>;
  /** Body of the answer to a PUT that has completed the upload. */
  reply?: string | undefined;
  /** URLs from the answer to `create`. */
  readonly signed: SignedParts | undefined;
  readonly createdAtMs: number;
  /** Server clock minus local clock in milliseconds, once it is measured. */
  skewMs?: number | undefined;
  /** Time without progress that parts have, once one has stalled; doubles with each that stalls again. */
  patienceMs?: number;
  /** Whether a `complete` was sent that may have succeeded although its answer was lost. */
  isCompleting: boolean;
  /**
   * Writes the session to the store: at most once a second because it changes with every part, or
   * immediately.
   */
  readonly remember: (isUrgent?: boolean) => Promise<void>;
  /** Removes it from the store. */
  readonly forget: () => Promise<void>;
}
