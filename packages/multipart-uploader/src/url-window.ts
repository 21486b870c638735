import { UploadError } from './errors.ts';
import type { Clock, SignedPart, SignedParts } from './ports.ts';
import { createUrlCache } from './url-cache.ts';

export interface UrlWindow {
  /** A URL that still holds, at once where it was signed ahead. */
  readonly urlFor: (partNumber: number) => Promise<SignedPart>;
  /** Drops a URL that the store refused. */
  readonly discard: (signed: SignedPart) => void;
  /** Takes in URLs, signed just now or since `requestedAtMs`. */
  readonly add: (signed: SignedParts, requestedAtMs: number) => void;
}

/** Signs URLs for the next parts ahead of need, and anew before they expire. */
export function createUrlWindow(options: {
  readonly clock: Clock;
  readonly size: number;
  /** Signs with its own retries. */
  readonly sign: (partNumbers: readonly number[]) => Promise<SignedParts>;
  /** The parts still to be sent, from one on, in order. */
  readonly partsFrom: (partNumber: number) => readonly number[];
  readonly skewMs: () => number | undefined;
}): UrlWindow {
  const { clock, size, sign, partsFrom, skewMs } = options;
  const cache = createUrlCache(clock, skewMs);
  const inFlight = new Map<number, Promise<void>>();

  function needsUrl(partNumber: number): boolean {
    return !cache.isFresh(partNumber) && !inFlight.has(partNumber);
  }

  function signFrom(partNumber: number): Promise<void> {
    const numbers = partsFrom(partNumber).filter(needsUrl).slice(0, size);
    const requestedAtMs = clock.now();
    const request = sign(numbers)
      .then((signed) => cache.add(signed, requestedAtMs))
      .finally(() => {
        for (const number of numbers) inFlight.delete(number);
      });
    for (const number of numbers) inFlight.set(number, request);
    return request;
  }

  /** Half a window before the end, the next one is asked for; its failure shows when it is needed. */
  function signAhead(partNumber: number): void {
    const ahead = partsFrom(partNumber)
      .slice(0, Math.ceil(size / 2))
      .filter(needsUrl);
    const [first] = ahead;
    if (first !== undefined) signFrom(first).catch(() => {});
  }

  return {
    add: cache.add,
    discard: cache.discard,
    async urlFor(partNumber) {
      if (!cache.isFresh(partNumber)) {
        await (inFlight.get(partNumber) ?? signFrom(partNumber));
      }
      signAhead(partNumber);
      // Taken as it comes: a clock that is far off must not keep us signing for ever.
      const signed = cache.get(partNumber);
      if (signed === undefined) throw new UploadError('sign_failed', { partNumber });
      return signed;
    },
  };
}
