import type { Clock, SignedPart, SignedParts } from './ports.ts';

/** URLs are renewed this long before they end, or a tenth of their life if that is shorter. */
const RENEWAL_MARGIN_MS = 30_000;

interface WindowUrl {
  readonly signed: SignedPart;
  /** By our clock, from the lifetime alone. */
  readonly expiresAtMs: number;
  /** By the server's clock, where known: exact once the skew is. */
  readonly serverExpiresAtMs: number | undefined;
  readonly marginMs: number;
}

export interface UrlCache {
  readonly get: (partNumber: number) => SignedPart | undefined;
  /** Whether there is a URL that still holds for a while. */
  readonly isFresh: (partNumber: number) => boolean;
  readonly discard: (signed: SignedPart) => void;
  readonly add: (signed: SignedParts, requestedAtMs: number) => void;
}

/** Signed URLs and when each ends, by our clock and by the server's. */
export function createUrlCache(clock: Clock, skewMs: () => number | undefined): UrlCache {
  const urls = new Map<number, WindowUrl>();

  return {
    get: (partNumber) => urls.get(partNumber)?.signed,
    isFresh(partNumber) {
      const url = urls.get(partNumber);
      if (url === undefined) return false;
      const skew = skewMs();
      const isExact = skew !== undefined && url.serverExpiresAtMs !== undefined;
      const expiresAtMs = isExact ? url.serverExpiresAtMs - skew : url.expiresAtMs;
      return clock.now() < expiresAtMs - url.marginMs;
    },
    discard(signed) {
      if (urls.get(signed.partNumber)?.signed === signed) urls.delete(signed.partNumber);
    },
    add({ urls: added, expiresInMs, expiresAtMs: serverExpiresAtMs }, requestedAtMs) {
      const untilMs = (serverExpiresAtMs ?? Number.POSITIVE_INFINITY) - (skewMs() ?? 0);
      const relativeMs = expiresInMs ?? untilMs - requestedAtMs;
      // Over before it began: the clocks differ by an unknown time, and a 403 will tell.
      const lifetimeMs = relativeMs > 0 ? relativeMs : Number.POSITIVE_INFINITY;
      const expiresAtMs = requestedAtMs + lifetimeMs;
      const marginMs = Math.min(RENEWAL_MARGIN_MS, lifetimeMs / 10);
      for (const signed of added) {
        urls.set(signed.partNumber, { signed, expiresAtMs, serverExpiresAtMs, marginMs });
      }
    },
  };
}
