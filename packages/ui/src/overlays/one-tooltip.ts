const DELAY_MS = 400;
// Within this time after a tooltip the next opens without delay, in milliseconds.
const WARM_MS = 500;

let closeCurrent: (() => void) | undefined;
let closedAt = Number.NEGATIVE_INFINITY;

/** How long the pointer has to rest before a tooltip opens: no time while others have just been read. */
export function tooltipDelayMs(): number {
  return closeCurrent || performance.now() - closedAt < WARM_MS ? 0 : DELAY_MS;
}

/** There is one tooltip at a time: the one that opens closes the one before. */
export function claimTooltip(close: () => void): void {
  if (closeCurrent !== close) closeCurrent?.();
  closeCurrent = close;
}

export function releaseTooltip(close: () => void): void {
  if (closeCurrent !== close) return;
  closeCurrent = undefined;
  closedAt = performance.now();
}
