import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';

const INTERVAL_MS = 60_000;
/** A row that is forgotten is noted once more than it had to be. */
const ROWS_REMEMBERED = 10_000;

export interface UseNotesOptions {
  readonly write: (id: string, usedAt: Date) => Promise<void>;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

export interface UsedRow {
  readonly id: string;
  readonly lastUsedAt: Date | null;
}

/**
 * Notes when rows are used. A cached row keeps the time that it was read with, so that a note does not
 * throw away a cached table.
 */
export function createUseNotes({ write, onError, clock }: UseNotesOptions) {
  const noted = new LRUCache<string, Date>({ max: ROWS_REMEMBERED });
  /** The later of what the row says and what this process has noted since. */
  const lastUsedAt = ({ id, lastUsedAt: read }: UsedRow) => {
    const ours = noted.get(id);
    return ours && (read === null || ours > read) ? ours : read;
  };
  return {
    /** Writes at most once a minute for each row, in the background; a failure loses a time and no more. */
    note(row: UsedRow) {
      const now = clock.now();
      if (now.getTime() - (lastUsedAt(row)?.getTime() ?? 0) < INTERVAL_MS) return;
      noted.set(row.id, now);
      write(row.id, now).catch(onError);
    },
    lastUsedAt,
  };
}
