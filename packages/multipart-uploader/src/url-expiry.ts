import type { SignedPart, SignedParts } from './ports.ts';

/** So long before its end is a URL renewed: the request has to reach the store. */
const RENEWAL_MARGIN_MS = 5000;

/** A signed URL, and what tells when it ends. */
export interface ExpiringUrl {
  readonly signed: SignedPart;
  readonly lifetime: SignedParts;
  readonly requestedAtMs: number;
}

/** Whether the URL still holds for a while: by the server's clock where its skew is known. */
export function isFresh(url: ExpiringUrl, nowMs: number, skewMs: number | undefined): boolean {
  const { expiresAtMs, expiresInMs = Number.POSITIVE_INFINITY } = url.lifetime;
  const isExact = expiresAtMs !== undefined && skewMs !== undefined;
  const endsAtMs = isExact ? expiresAtMs - skewMs : url.requestedAtMs + expiresInMs;
  return endsAtMs - nowMs > RENEWAL_MARGIN_MS;
}
