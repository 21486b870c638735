import type { BundleItem, VisitedBundle } from '../queries.ts';

/** Time without progress after which the sender counts as paused. */
export const SILENT_AFTER_MS = 60_000;

/** How far a bundle is whose sender still uploads. */
export interface Arrivals {
  readonly storedCount: number;
  readonly totalCount: number;
  readonly sentBytes: number;
  readonly totalBytes: number;
}

/** Counts what has arrived of a bundle, with the sent bytes of files that are under way. */
export function arrivalsOf(
  bundle: Pick<VisitedBundle, 'item_count' | 'total_size' | 'coming_count' | 'coming_size'>,
  coming: readonly Pick<BundleItem, 'sent' | 'size'>[],
): Arrivals {
  const storedCount = bundle.item_count ?? 0;
  const storedBytes = bundle.total_size ?? 0;
  const underWayBytes = coming.reduce(
    (sum, { sent, size }) => sum + Math.min(sent ?? 0, size ?? 0),
    0,
  );
  const totalBytes = storedBytes + bundle.coming_size;
  return {
    storedCount,
    totalCount: storedCount + bundle.coming_count,
    sentBytes: Math.min(storedBytes + underWayBytes, totalBytes),
    totalBytes,
  };
}

/** Key of the sentence that tells visitors what they can do now. */
export function hintOf({ storedCount }: Pick<Arrivals, 'storedCount'>, isPaused: boolean) {
  if (isPaused) return 'pausedHint';
  return storedCount > 0 ? 'hint' : 'nothingHint';
}

/** Last change of a bundle's arrivals. */
export interface LastChange {
  readonly arrivals: Arrivals;
  readonly atMs: number;
}

/** Keeps the time of the last change; a report without a difference is no change. */
export function changeOf(last: LastChange | null, arrivals: Arrivals, nowMs: number): LastChange {
  const isSame =
    last !== null &&
    last.arrivals.sentBytes === arrivals.sentBytes &&
    last.arrivals.totalBytes === arrivals.totalBytes &&
    last.arrivals.storedCount === arrivals.storedCount &&
    last.arrivals.totalCount === arrivals.totalCount;
  return isSame ? last : { arrivals, atMs: nowMs };
}
