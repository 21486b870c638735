import { LRUCache } from 'lru-cache';
import type { Clock } from '#clock';

const INTERVAL_MS = 60_000;
/** Number of rows remembered. A forgotten row is merely written once too often. */
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
 * Records when rows are used. A cached row keeps its old time, so that recording a use does not
 * invalidate a cached table.
 */
export function createUseNotes({ write, onError, clock }: UseNotesOptions) {
  const noted = new LRUCache<string, Date>({ max: ROWS_REMEMBERED });
  /** Later of the row's time and the time that this process has recorded since. */
  const lastUsedAt = ({ id, lastUsedAt: read }: UsedRow) => {
    const ours = noted.get(id);
    return ours && (read === null || ours > read) ? ours : read;
  };
  return {
    /** Writes at most once a minute per row, in the background; a failure loses only that time. */
    note(row: UsedRow) {
      const now = clock.now();
      if (now.getTime() - (lastUsedAt(row)?.getTime() ?? 0) < INTERVAL_MS) return;
      noted.set(row.id, now);
      write(row.id, now).catch(onError);
    },
    lastUsedAt,
  };
}
