import { open } from 'node:fs/promises';
import { platform } from 'node:os';

interface Pending {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

/** Makes directory entries durable. Callers that arrive during an fsync share the next one. */
export function createDirectorySync(): (path: string) => Promise<void> {
  const pending = new Map<string, Pending>();

  function start(path: string): Promise<void> {
    const running = syncDirectory(path).finally(() => {
      if (pending.get(path)?.running === running) pending.delete(path);
    });
    pending.set(path, { running, next: undefined });
    return running;
  }

  return (path) => {
    const current = pending.get(path);
    if (current === undefined) return start(path);
    // The running fsync may have begun before this entry was made, so it does not cover it.
    current.next ??= current.running.then(
      () => start(path),
      () => start(path),
    );
    return current.next;
  };
}

export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories; it writes their entries through.
  if (platform() === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
