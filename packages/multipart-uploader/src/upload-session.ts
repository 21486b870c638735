import type { PlannedPart } from './part-plan.ts';
import type { ReadableUpload, SignedParts } from './ports.ts';

/** An upload that the store has begun, and what is known of it. Survives pauses and failures. */
export interface UploadSession {
  readonly upload: ReadableUpload;
  readonly plan: readonly PlannedPart[];
  /** The ETags of the parts that are there. */
  readonly etags: Map<number, string>;
  /** The URLs that came with `create`. */
  readonly signed: SignedParts | undefined;
  readonly createdAtMs: number;
  /** Server clock minus ours in milliseconds, once it is measured. */
  skewMs: number | undefined;
  /** Whether a `complete` of ours may have worked unnoticed. */
  isCompleting: boolean;
  /** Writes what is known to the store: once a second, as it grows with every part, or at once. */
  readonly remember: (isUrgent?: boolean) => Promise<void>;
  /** Removes it from the store. */
  readonly forget: () => Promise<void>;
}
