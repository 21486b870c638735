import type { SignedPart, SignedParts } from './ports.ts';

/** So long before its end is a URL renewed: the request has to reach the store. */
const RENEWAL_MARGIN_MS = 5000;

/** A signed URL and when it ends, by our clock and by the server's. */
export interface ExpiringUrl {
  readonly signed: SignedPart;
  readonly expiresAtMs: number;
  /** Of use once the skew of the server's clock is known. */
  readonly serverExpiresAtMs: number | undefined;
}

export function withExpiry(
  { urls, expiresInMs = Number.POSITIVE_INFINITY, expiresAtMs }: SignedParts,
  requestedAtMs: number,
): readonly ExpiringUrl[] {
  return urls.map((signed) => ({
    signed,
    expiresAtMs: requestedAtMs + expiresInMs,
    serverExpiresAtMs: expiresAtMs,
  }));
}

/** Whether the URL still holds for a while. */
export function isFresh(
  url: ExpiringUrl | undefined,
  nowMs: number,
  skewMs: number | undefined,
): boolean {
  if (url === undefined) return false;
  const { serverExpiresAtMs, expiresAtMs } = url;
  const isExact = serverExpiresAtMs !== undefined && skewMs !== undefined;
  return (isExact ? serverExpiresAtMs - skewMs : expiresAtMs) - nowMs > RENEWAL_MARGIN_MS;
}
