import type { ReadableUpload, SignedParts } from '../ports.ts';
import type { PlannedPart } from './part-plan.ts';

/** An upload that the store has begun, kept through pauses and failures. */
export interface UploadSession {
  readonly upload: ReadableUpload;
  readonly plan: readonly PlannedPart[];
  /** The ETags of the parts that the store has. */
  readonly etags: Map<number, string>;
  /** The URLs that came with the answer to `create`. */
  readonly signed: SignedParts | undefined;
  readonly createdAtMs: number;
  /** Server clock minus ours in milliseconds, once it is measured. */
  skewMs?: number | undefined;
  /** Whether a `complete` was sent that may have succeeded with its answer lost. */
  isCompleting: boolean;
  /** Writes the session to the store, at most once a second because it changes with every part, or now. */
  readonly remember: (isUrgent?: boolean) => Promise<void>;
  /** Removes it from the store. */
  readonly forget: () => Promise<void>;
}
