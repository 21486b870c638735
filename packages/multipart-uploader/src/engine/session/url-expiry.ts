import type { SignedPart, SignedParts } from '../ports.ts';

/** How long before its end a URL is renewed, so that the request still reaches the store in time. */
const RENEWAL_MARGIN_MS = 5000;

/** A signed URL, and by which clock it ends when. */
export interface ExpiringUrl {
  readonly signed: SignedPart;
  readonly lifetime: SignedParts;
  readonly requestedAtMs: number;
}

/** Whether the URL is good for a while yet; by the server's clock where its skew is known. */
export function isFresh(url: ExpiringUrl, nowMs: number, skewMs: number | undefined): boolean {
  const { expiresAtMs, expiresInMs = Number.POSITIVE_INFINITY } = url.lifetime;
  const isExact = expiresAtMs !== undefined && skewMs !== undefined;
  const endsAtMs = isExact ? expiresAtMs - skewMs : url.requestedAtMs + expiresInMs;
  return endsAtMs - nowMs > RENEWAL_MARGIN_MS;
}
