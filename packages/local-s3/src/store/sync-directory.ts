import { open } from 'node:fs/promises';
import { platform } from 'node:os';

interface Pending {
  running: Promise<void>;
  next: Promise<void> | undefined;
}

/** Makes directory entries durable, one fsync for all who ask while another is on its way. */
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
    // The one on its way may have begun before our entry was made, so it proves nothing for us.
    current.next ??= current.running.then(
      () => start(path),
      () => start(path),
    );
    return current.next;
  };
}

export async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directories, and writes their entries through.
  if (platform() === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
