import type { Clock } from '../ports.ts';

/** A little above 100 ms: with the final event added, there are still no more than 10 a second. */
const EVENT_INTERVAL_MS = 112;
const RATE_WINDOW_MS = 5000;

/**
 * How far an upload is. `bytes` never goes back, also when a part starts over.
 *
 * @example
 * upload.on('progress', ({ bytes, totalBytes }) => show(bytes / totalBytes));
 */
export interface UploadProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Over the last 5 seconds; parts that were there before do not count. */
  readonly bytesPerSecond: number;
  /** In milliseconds at that rate, null while there is none. */
  readonly timeLeftMs: number | null;
}

export interface ProgressMeter {
  /** So many bytes of a part have been sent. */
  readonly move: (partNumber: number, sentBytes: number) => void;
  /** The store had the part before this run: it counts as sent, but not for the rate. */
  readonly skip: (partNumber: number, sizeBytes: number) => void;
  /** Emits the final figures and forgets the rate, when the upload pauses or ends. */
  readonly stop: () => void;
}

/** Adds up the parts and calls the listener at most 10 times a second. */
export function createProgressMeter(
  totalBytes: number,
  clock: Clock,
  listener: (progress: UploadProgress) => void,
): ProgressMeter {
  const sentByPart = new Map<number, number>();
  let samples: { atMs: number; bytes: number }[] = [];
  let sum = 0;
  let bytes = 0;
  let lastEventMs = Number.NEGATIVE_INFINITY;
  let cancelEvent: (() => void) | null = null;

  function emit(): void {
    cancelEvent = null;
    const nowMs = clock.now();
    // After the clock was set back, older samples lie in the future and would spoil the rate.
    if (nowMs < lastEventMs) samples = [];
    const last = samples.at(-1);
    samples = samples.filter((sample) => sample === last || nowMs - sample.atMs <= RATE_WINDOW_MS);
    const [first = { atMs: nowMs, bytes }] = samples;
    samples.push({ atMs: nowMs, bytes });
    lastEventMs = nowMs;
    const bytesPerMs = (bytes - first.bytes) / Math.max(1, nowMs - first.atMs);
    const timeLeftMs = bytesPerMs > 0 ? (totalBytes - bytes) / bytesPerMs : null;
    listener({ bytes, totalBytes, bytesPerSecond: bytesPerMs * 1000, timeLeftMs });
  }

  function setPart(partNumber: number, sentBytes: number): void {
    sum += sentBytes - (sentByPart.get(partNumber) ?? 0);
    sentByPart.set(partNumber, sentBytes);
    bytes = Math.max(bytes, Math.min(sum, totalBytes));
  }

  return {
    move(partNumber, sentBytes) {
      setPart(partNumber, sentBytes);
      const waitMs = Math.min(lastEventMs - clock.now(), 0) + EVENT_INTERVAL_MS;
      if (waitMs <= 0 && !cancelEvent) emit();
      else cancelEvent ??= clock.after(waitMs, emit);
    },
    skip: setPart,
    stop() {
      cancelEvent?.();
      samples = [];
      emit();
      samples = [];
    },
  };
}
