import { UploadError } from './errors.ts';
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

export interface UrlWindow {
  /** A URL that still holds, at once where it was signed ahead. */
  urlFor(partNumber: number): Promise<SignedPart>;
  /** Drops a URL that the store refused. */
  discard(signed: SignedPart): void;
  /** Takes in URLs, signed just now or since `requestedAtMs`. */
  add(signed: SignedParts, requestedAtMs?: number): void;
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
  const urls = new Map<number, WindowUrl>();
  const inFlight = new Map<number, Promise<void>>();

  function isFresh(url: WindowUrl | undefined): url is WindowUrl {
    if (url === undefined) return false;
    const skew = skewMs();
    const isExact = skew !== undefined && url.serverExpiresAtMs !== undefined;
    const expiresAtMs = isExact ? url.serverExpiresAtMs - skew : url.expiresAtMs;
    return clock.now() < expiresAtMs - url.marginMs;
  }

  function needsUrl(partNumber: number): boolean {
    return !isFresh(urls.get(partNumber)) && !inFlight.has(partNumber);
  }

  function add(signed: SignedParts, requestedAtMs = clock.now()): void {
    for (const part of signed.urls) {
      const { expiresInMs, expiresAtMs = Number.POSITIVE_INFINITY } = signed;
      const relativeMs = expiresInMs ?? expiresAtMs - (skewMs() ?? 0) - requestedAtMs;
      // Over before it began: the clocks differ by an unknown time, and a 403 will tell.
      const lifetimeMs = relativeMs > 0 ? relativeMs : Number.POSITIVE_INFINITY;
      urls.set(part.partNumber, {
        signed: part,
        expiresAtMs: requestedAtMs + lifetimeMs,
        serverExpiresAtMs: signed.expiresAtMs,
        marginMs: Math.min(RENEWAL_MARGIN_MS, lifetimeMs / 10),
      });
    }
  }

  function signFrom(partNumber: number): Promise<void> {
    const numbers = partsFrom(partNumber).filter(needsUrl).slice(0, size);
    const requestedAtMs = clock.now();
    const request = sign(numbers)
      .then((signed) => add(signed, requestedAtMs))
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
    add,
    discard(signed) {
      if (urls.get(signed.partNumber)?.signed === signed) urls.delete(signed.partNumber);
    },
    async urlFor(partNumber) {
      if (!isFresh(urls.get(partNumber))) {
        await (inFlight.get(partNumber) ?? signFrom(partNumber));
      }
      signAhead(partNumber);
      // Taken as it comes: a clock that is far off must not keep us signing for ever.
      const url = urls.get(partNumber);
      if (url === undefined) throw new UploadError('sign_failed', { partNumber });
      return url.signed;
    },
  };
}
