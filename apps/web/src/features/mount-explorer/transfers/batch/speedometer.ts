/** How much of the past counts: less jumps, more lies about a line that has changed. */
const WINDOW_MS = 5_000;

export interface Speedometer {
  /** Tells how many bytes are done by now, and gets bytes per second. */
  measure(doneBytes: number, nowMs: number): number;
}

/** Measures speed over the last seconds. */
export function createSpeedometer(): Speedometer {
  let samples: { readonly atMs: number; readonly doneBytes: number }[] = [];
  return {
    measure(doneBytes, nowMs) {
      samples = samples.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
      samples.push({ atMs: nowMs, doneBytes });
      const [first] = samples;
      if (!first || nowMs === first.atMs) return 0;
      return Math.max(0, ((doneBytes - first.doneBytes) * 1000) / (nowMs - first.atMs));
    },
  };
}
