/** Maximum time for which views of unlimited shares wait to be written. */
const FLUSH_INTERVAL_MS = 1000;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts the views of shares without a limit in memory, so that reading one is not a write. A crash may
 * lose a second's worth; CONTRACT A3 requires exact counts only for shares with a limit.
 */
export function createViewCounter(
  write: (views: ReadonlyMap<string, number>) => Promise<void>,
  onError: (error: unknown) => void,
) {
  let added = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  const schedule = () => {
    timer ??= setTimeout(() => void flush(), FLUSH_INTERVAL_MS).unref();
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (added.size > 0) {
      const views = added;
      added = new Map();
      writing = writing
        .then(() => write(views))
        .catch((error: unknown) => {
          onError(error);
          // Retries with the next flush, so that an outage of the database loses none.
          for (const [id, count] of views) added.set(id, (added.get(id) ?? 0) + count);
          schedule();
        });
    }
    return writing;
  };
  return {
    /** Counts one view. Returns how many views of the share are pending, including this one. */
    add(id: string): number {
      const count = (added.get(id) ?? 0) + 1;
      added.set(id, count);
      schedule();
      return count;
    },
    /** Number of pending views of the share. */
    waiting: (id: string) => added.get(id) ?? 0,
    flush,
    close: flush,
  };
}
