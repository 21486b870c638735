import type { Clock } from '#clock';

const INTERVAL_MS = 60_000;

export interface UseNotesOptions {
  readonly write: (id: string, usedAt: Date) => Promise<void>;
  /** Called after a write: whoever remembers the row has an old time. */
  readonly onWritten: () => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock;
}

/**
 * Notes that a row is used, at most once a minute each and without keeping its user waiting; a failure
 * loses a time and no more.
 */
export function createUseNotes({ write, onWritten, onError, clock }: UseNotesOptions) {
  const noted = new Map<string, number>();
  return ({ id, lastUsedAt }: { readonly id: string; readonly lastUsedAt: Date | null }): void => {
    const now = clock.now();
    const before = Math.max(noted.get(id) ?? 0, lastUsedAt?.getTime() ?? 0);
    if (now.getTime() - before < INTERVAL_MS) return;
    noted.set(id, now.getTime());
    write(id, now).then(onWritten).catch(onError);
  };
}
