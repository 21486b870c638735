import { type Measurement, SHOWN_ROUND_TRIPS } from './verdict.ts';

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
/** Sizes of single uploads, one after the other until one takes long enough. Repeated ones included, below 19 MiB. */
const SIZES_BYTES = [64, 256, 1024, 4096, 8192].map((size) => size * KIBIBYTE);
/** Shortest upload that is long enough to be judged if the server is near: the next size takes four times as long. */
const LONG_ENOUGH_MS = 600;
/** Time limit of each of the two measurements of uploads. */
const LIMIT_MS = 8000;
/** Enough uploads at the same time to show a window per stream, and no more than a server takes of one test. */
const CONCURRENCY = 4;
/** The faster round counts, because a busy machine may disturb one of them. */
const CONCURRENT_ROUNDS = 2;
/** Two rounds of four are 16 MiB. */
const LARGEST_CONCURRENT_BYTES = 2048 * KIBIBYTE;

/** Smallest body that shows a buffering proxy; smaller ones fit into the buffers of any proxy. */
const BUFFERED_BYTES = 1024 * KIBIBYTE;
/** Shortest upload that shows a buffering proxy, besides two round trips, in milliseconds. */
const BUFFERED_MS = 100;
/**
 * Share of the sender's time below which the server has got a buffered body. Without buffering the server needs
 * nearly as long as the sender.
 */
const BUFFERED_SHARE = 0.25;

type Uploads = Pick<Measurement, 'one' | 'oneTookMs' | 'several' | 'refusedBytes' | 'isBuffered'>;

/**
 * Measures uploads: one at a time in growing sizes, then four at the same time. Sends at most 35 MiB and takes at
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
  const samples: Sample[] = [];

  async function sendAll(bytes: number, count: number, limit: AbortSignal) {
    const startedMs = performance.now();
    try {
      const sent = await Promise.all(Array.from({ length: count }, () => send(bytes, limit)));
      samples.push(...sent.map(({ receivedInMs }) => ({ bytes, count, receivedInMs })));
      const elapsedMs = performance.now() - startedMs;
      return { elapsedMs, bytesPerSecond: (bytes * count * 1000) / elapsedMs };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof BodyRefused) refusedBytes = bytes;
      else if (!limit.aborted) throw error;
      return undefined;
    }
  }

  let best: Speed | undefined;
  const longEnoughMs = Math.max(LONG_ENOUGH_MS, roundTripMs * SHOWN_ROUND_TRIPS);
  let largestBytes = LARGEST_CONCURRENT_BYTES;
  const firstLimit = limited(signal);
  for (const bytes of SIZES_BYTES) {
    let sent = await sendAll(bytes, 1, firstLimit);
    // Repeats a slow one before it believes that the line is slow, and not the machine for a moment.
    const isLargest = bytes === SIZES_BYTES.at(-1);
    if (sent && sent.elapsedMs >= longEnoughMs && !isLargest) {
      best = fasterOf(best, sent);
      sent = await sendAll(bytes, 1, firstLimit);
    }
    if (!sent) break;
    best = fasterOf(best, sent);
    largestBytes = Math.min(bytes, LARGEST_CONCURRENT_BYTES);
    if (sent.elapsedMs >= longEnoughMs) break;
  }
  const one = best?.bytesPerSecond;
  let several: number | undefined;
  if (one !== undefined) {
    onSeveral();
    const secondLimit = limited(signal);
    // Opens the connections first: over HTTP/1.1 each has a handshake.
    await sendAll(KIBIBYTE, CONCURRENCY, secondLimit);
    // A quarter of a second at the speed of one: a second if the line is the limit.
    const bytes = Math.max(Math.min(Math.round(one / 4), largestBytes), KIBIBYTE);
    for (let round = 0; round < CONCURRENT_ROUNDS; round += 1) {
      const sent = await sendAll(bytes, CONCURRENCY, secondLimit);
      if (sent) several = Math.max(several ?? 0, sent.bytesPerSecond);
    }
  }
  return {
    one,
    oneTookMs: best?.elapsedMs,
    several,
    refusedBytes,
    isBuffered: findBuffering(samples, roundTripMs, one, several),
  };
}

interface Speed {
  readonly elapsedMs: number;
  readonly bytesPerSecond: number;
}

function fasterOf(one: Speed | undefined, other: Speed): Speed {
  return one && one.bytesPerSecond >= other.bytesPerSecond ? one : other;
}

const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);

interface Sample {
  readonly bytes: number;
  /** Number of uploads at the same time. */
  readonly count: number;
  readonly receivedInMs: number;
}

/**
 * True if bodies that need long on their way reach the server at once. Compares with the time at the best speed,
 * because a browser that is busy for a moment begins late and then sends quickly.
 */
function findBuffering(
  samples: readonly Sample[],
  roundTripMs: number,
  one = Number.POSITIVE_INFINITY,
  several = Number.POSITIVE_INFINITY,
): boolean {
  const shares = samples.flatMap(({ bytes, count, receivedInMs }) => {
    const sentInMs = (bytes * count * 1000) / (count === 1 ? one : several);
    const isLong = sentInMs >= BUFFERED_MS + 2 * roundTripMs;
    return bytes >= BUFFERED_BYTES && isLong ? [receivedInMs / sentInMs] : [];
  });
  return shares.length > 0 && shares.every((share) => share < BUFFERED_SHARE);
}

/** Median of at least one number. */
export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const [lower = 0, upper = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (lower + upper) / 2;
}
