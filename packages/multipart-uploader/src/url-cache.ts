import type { Clock, SignedPart, SignedParts } from './ports.ts';

/** So long before its end is a URL renewed: the request has to reach the store. */
const RENEWAL_MARGIN_MS = 5000;

interface CachedUrl {
  readonly signed: SignedPart;
  /** By our clock. */
  readonly expiresAtMs: number;
  /** By the server's clock, of use once its skew is known. */
  readonly serverExpiresAtMs: number | undefined;
}

export interface UrlCache {
  readonly get: (partNumber: number) => SignedPart | undefined;
  /** Whether there is a URL that still holds for a while. */
  readonly isFresh: (partNumber: number) => boolean;
  readonly discard: (signed: SignedPart) => void;
  readonly add: (signed: SignedParts, requestedAtMs: number) => void;
}

/** Signed URLs and when each ends, by our clock and by the server's. */
export function createUrlCache(
  clock: Clock,
  server: { readonly skewMs: number | undefined },
): UrlCache {
  const urls = new Map<number, CachedUrl>();

  return {
    get: (partNumber) => urls.get(partNumber)?.signed,
    isFresh(partNumber) {
      const url = urls.get(partNumber);
      if (url === undefined) return false;
      const { serverExpiresAtMs, expiresAtMs } = url;
      const isExact = serverExpiresAtMs !== undefined && server.skewMs !== undefined;
      const endsAtMs = isExact ? serverExpiresAtMs - server.skewMs : expiresAtMs;
      return endsAtMs - clock.now() > RENEWAL_MARGIN_MS;
    },
    discard(signed) {
      if (urls.get(signed.partNumber)?.signed === signed) urls.delete(signed.partNumber);
    },
    add({ urls: added, expiresInMs = Number.POSITIVE_INFINITY, expiresAtMs }, requestedAtMs) {
      for (const signed of added) {
        urls.set(signed.partNumber, {
          signed,
          expiresAtMs: requestedAtMs + expiresInMs,
          serverExpiresAtMs: expiresAtMs,
        });
      }
    },
  };
}
