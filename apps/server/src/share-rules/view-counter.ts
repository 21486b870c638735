/** How long views of unlimited shares may wait to be written. */
const FLUSH_INTERVAL_MS = 1000;

export type ViewCounter = ReturnType<typeof createViewCounter>;

/**
 * Counts the views of shares without a limit, so that reading one is not a write (CONTRACT A3 wants
 * exact counts only where a limit depends on them; these may lose a second's worth in a crash).
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
          // The next flush tries them again: an outage of the database loses none.
          for (const [id, count] of views) added.set(id, (added.get(id) ?? 0) + count);
          schedule();
        });
    }
    return writing;
  };
  return {
    /** Counts one view. Returns how many of the share wait to be written, this one included. */
    add(id: string): number {
      const count = (added.get(id) ?? 0) + 1;
      added.set(id, count);
      schedule();
      return count;
    },
    /** How many views of the share wait to be written. */
    waiting: (id: string) => added.get(id) ?? 0,
    flush,
    close: flush,
  };
}
