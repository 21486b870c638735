import { within } from '#concurrency/within.ts';

const HELD_BYTES = 256;
/** Smaller chunks are joined, because each costs a write to the connection. */
const JOINED_BYTES = 16 * 1024;
const EVERY_MS = 5000;

/**
 * Holds the last bytes back until the source has ended without an error, so that a reply that fails at
 * its end is never complete. While the source makes a pause, sends one of them now and then, because
 * proxies close connections that are silent for a minute.
 */
export async function* heldBack(
  source: AsyncGenerator<Buffer>,
  everyMs = EVERY_MS,
): AsyncGenerator<Buffer> {
  let held: Buffer = Buffer.alloc(0);
  try {
    for (;;) {
      const next = source.next();
      while (!(await settlesWithin(everyMs, next))) {
        if (held.length < 2) continue;
        yield held.subarray(0, 1);
        held = held.subarray(1);
      }
      const { done, value } = await next;
      if (done) break;
      const isLarge = value.length >= JOINED_BYTES;
      if (isLarge && held.length > 0) yield held;
      const joined: Buffer = isLarge ? value : Buffer.concat([held, value]);
      const heldFrom = joined.length < JOINED_BYTES ? 0 : joined.length - HELD_BYTES;
      if (heldFrom > 0) yield joined.subarray(0, heldFrom);
      held = joined.subarray(heldFrom);
    }
    if (held.length > 0) yield held;
  } finally {
    await source.return(undefined);
  }
}

function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => true,
    () => true,
  );
  return within(ms, settled).catch(() => false);
}
