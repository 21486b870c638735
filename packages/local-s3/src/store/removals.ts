import type { Leftovers } from './bucket-state.ts';
import type { DataFiles } from './data-files.ts';

export interface Removals {
  remove(data: string): void;
  take(leftovers: Leftovers): void;
  finish(): Promise<void>;
}

/** Removes replaced bytes after the reply. What a crash leaves, the sweep at the next open removes. */
export function createRemovals(files: DataFiles): Removals {
  const running = new Set<Promise<void>>();
  const remove = (data: string) => {
    const removal: Promise<void> = files
      .remove(data)
      .catch(() => undefined)
      .finally(() => running.delete(removal));
    running.add(removal);
  };
  return {
    remove,
    take({ entries, paths }: Leftovers) {
      for (const entry of entries) if (entry.readers === 0) remove(entry.data);
      for (const path of paths) remove(path);
    },
    async finish() {
      await Promise.all(running);
    },
  };
}
