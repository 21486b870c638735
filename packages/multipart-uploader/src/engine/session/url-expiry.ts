import type { SignedPart, SignedParts } from '../ports.ts';

/** Time before its expiry at which a URL is renewed, so that the request reaches the store in time. */
const RENEWAL_MARGIN_MS = 5000;

/** A signed URL with its lifetime. */
export interface ExpiringUrl {
  readonly signed: SignedPart;
  readonly lifetime: SignedParts;
  readonly requestedAtMs: number;
}

/** Whether the URL is valid long enough for a request; by the server's clock if its skew is known. */
export function isFresh(url: ExpiringUrl, nowMs: number, skewMs: number | undefined): boolean {
  const { expiresAtMs, expiresInMs = Number.POSITIVE_INFINITY } = url.lifetime;
  const isExact = expiresAtMs !== undefined && skewMs !== undefined;
  const endsAtMs = isExact ? expiresAtMs - skewMs : url.requestedAtMs + expiresInMs;
  return endsAtMs - nowMs > RENEWAL_MARGIN_MS;
}
