import type { Measurement } from './verdict.ts';

/** Times of one measured upload. */
export interface SentBody {
  readonly elapsedMs: number;
  /** Time in which the server has got the body. */
  readonly receivedInMs: number;
}

/** Sends random bytes. Rejects with {@link BodyRefused} if a proxy refuses them for their size. */
export type SendBody = (bytes: number, signal: AbortSignal) => Promise<SentBody>;

/** Reply 413 to a body of this size. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused';
}

const KIBIBYTE = 1024;
/** Sizes of single uploads, one after the other until one takes long enough. Together below 14 MiB. */
const SIZES_BYTES = [64, 256, 1024, 4096, 8192].map((size) => size * KIBIBYTE);
/** Time of an upload that is long enough to be judged: the next size takes four times as long. */
const LONG_ENOUGH_MS = 600;
/** Time limit of each of the two measurements of uploads. */
const LIMIT_MS = 8000;
/** Enough uploads at the same time to show a window per stream, and no more than a server takes of one test. */
const CONCURRENCY = 4;
/** Four of these are 16 MiB. */
const LARGEST_CONCURRENT_BYTES = 4096 * KIBIBYTE;

/** Smallest body that shows a buffering proxy; smaller ones fit into the buffers of any proxy. */
const BUFFERED_BYTES = 1024 * KIBIBYTE;
/** Shortest upload that shows a buffering proxy, besides two round trips, in milliseconds. */
const BUFFERED_MS = 100;
/**
 * Share of the sender's time below which the server has got a buffered body. Without buffering the server needs
 * nearly as long as the sender.
 */
const BUFFERED_SHARE = 0.25;

type Uploads = Pick<Measurement, 'one' | 'several' | 'refusedBytes' | 'isBuffered'>;

/**
 * Measures uploads: one at a time in growing sizes, then four at the same time. Sends at most 30 MiB and takes at
 * most 16 seconds.
 *
 * @param onSeveral called when the second part begins
 */
export async function measureUploads(
  send: SendBody,
  roundTripMs: number,
  signal: AbortSignal,
  onSeveral: () => void,
): Promise<Uploads> {
  let refusedBytes: number | undefined;
  const samples: boolean[] = [];

  async function sendAll(bytes: number, count: number, limit: AbortSignal) {
    const startedMs = performance.now();
    try {
      const sent = await Promise.all(Array.from({ length: count }, () => send(bytes, limit)));
      samples.push(...sent.flatMap((each) => bufferedOf(bytes, each, roundTripMs)));
      const elapsedMs = performance.now() - startedMs;
      return { elapsedMs, bytesPerSecond: (bytes * count * 1000) / elapsedMs };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BodyRefused) refusedBytes = bytes;
      else if (!limit.aborted) throw error;
      return undefined;
    }
  }

  let one: number | undefined;
  let largestBytes = LARGEST_CONCURRENT_BYTES;
  const firstLimit = limited(signal);
  for (const bytes of SIZES_BYTES) {
    const sent = await sendAll(bytes, 1, firstLimit);
    if (!sent) break;
    one = sent.bytesPerSecond;
    largestBytes = Math.min(bytes, LARGEST_CONCURRENT_BYTES);
    if (sent.elapsedMs >= LONG_ENOUGH_MS) break;
  }
  let several: number | undefined;
  if (one !== undefined) {
    onSeveral();
    const secondLimit = limited(signal);
    // Opens the connections first: over HTTP/1.1 each has a handshake.
    await sendAll(KIBIBYTE, CONCURRENCY, secondLimit);
    // Half a second at the speed of one: two seconds if the line is the limit.
    const bytes = Math.max(Math.min(Math.round(one / 2), largestBytes), KIBIBYTE);
    several = (await sendAll(bytes, CONCURRENCY, secondLimit))?.bytesPerSecond;
  }
  const isBuffered = samples.length > 0 && samples.every(Boolean);
  return { one, several, refusedBytes, isBuffered };
}

const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);

/** True if a proxy has buffered a body; empty if the times do not show it. */
function bufferedOf(bytes: number, sent: SentBody, roundTripMs: number): readonly boolean[] {
  const isLong = sent.elapsedMs >= BUFFERED_MS + 2 * roundTripMs;
  if (bytes < BUFFERED_BYTES || !isLong) return [];
  return [sent.receivedInMs < sent.elapsedMs * BUFFERED_SHARE];
}

/** Median of at least one number. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [lower = 0, upper = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (lower + upper) / 2;
}
