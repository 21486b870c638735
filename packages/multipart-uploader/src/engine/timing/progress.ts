import type { Clock } from '../ports.ts';

/** Slightly above 100 ms, so that including the final event there are at most 10 events a second. */
const EVENT_INTERVAL_MS = 112;
const RATE_WINDOW_MS = 5000;
/** Interval of the events while no byte moves, until the rate is 0. */
const QUIET_INTERVAL_MS = 1000;

/**
 * Progress of an upload. `bytes` never decreases, even when a part starts again. While no byte moves, events
 * come once a second until the rate is 0.
 *
 * @example
 * upload.on('progress', ({ bytes, totalBytes }) => show(bytes / totalBytes));
 */
export interface UploadProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  /** Average over the last 5 seconds, without parts of earlier runs. */
  readonly bytesPerSecond: number;
  /** In milliseconds at that rate, null while there is none. */
  readonly timeLeftMs: number | null;
}

export interface ProgressMeter {
  /** Sets the number of sent bytes of a part. */
  readonly move: (partNumber: number, sentBytes: number) => void;
  /** Counts a part of an earlier run as sent, but not for the rate. */
  readonly skip: (partNumber: number, sizeBytes: number) => void;
  /** Emits the final figures and resets the rate, when the upload pauses or ends. */
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
  let cancelQuiet: (() => void) | null = null;

  function emit(): void {
    cancelEvent = null;
    cancelQuiet?.();
    cancelQuiet = null;
    const nowMs = clock.now();
    // Resets the samples after the clock was set back, because they would be in the future and distort the
    // rate.
    if (nowMs < lastEventMs) samples = [];
    const last = samples.at(-1);
    samples = samples.filter((sample) => sample === last || nowMs - sample.atMs <= RATE_WINDOW_MS);
    const [first = { atMs: nowMs, bytes }] = samples;
    // Only moved bytes are samples; more of them would end the window within a burst.
    if (bytes !== samples.at(-1)?.bytes) samples.push({ atMs: nowMs, bytes });
    lastEventMs = nowMs;
    const bytesPerMs = (bytes - first.bytes) / Math.max(1, nowMs - first.atMs);
    const timeLeftMs = bytesPerMs > 0 ? (totalBytes - bytes) / bytesPerMs : null;
    if (bytesPerMs > 0 && bytes < totalBytes) cancelQuiet = clock.after(QUIET_INTERVAL_MS, emit);
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
    skip(partNumber, sizeBytes) {
      const before = bytes;
      setPart(partNumber, sizeBytes);
      // Moves the samples along, so that the rate does not see the part.
      samples = samples.map((sample) => ({ ...sample, bytes: sample.bytes + bytes - before }));
    },
    stop() {
      cancelEvent?.();
      samples = [];
      emit();
      samples = [];
    },
  };
}
