const DELAY_MS = 400;
// Time in milliseconds after a tooltip in which the next one opens without delay.
const WARM_MS = 500;

let closeCurrent: (() => void) | undefined;
let closedAt = Number.NEGATIVE_INFINITY;

/** Delay before a tooltip opens: none if another one is open or has just closed. */
export function tooltipDelayMs(): number {
  return closeCurrent || performance.now() - closedAt < WARM_MS ? 0 : DELAY_MS;
}

/** Allows only one open tooltip: a new one closes the previous one. */
export function claimTooltip(close: () => void): void {
  if (closeCurrent !== close) closeCurrent?.();
  closeCurrent = close;
}

export function releaseTooltip(close: () => void): void {
  if (closeCurrent !== close) return;
  closeCurrent = undefined;
  closedAt = performance.now();
}
