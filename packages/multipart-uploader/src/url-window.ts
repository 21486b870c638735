import { UploadError } from './errors.ts';
import type { Clock, SignedPart, SignedParts } from './ports.ts';
import type { UploadSession } from './session.ts';
import { type ExpiringUrl, isFresh, withExpiry } from './url-expiry.ts';

export interface UrlWindow {
  /** A URL that still holds, at once where it was signed ahead. */
  readonly urlFor: (partNumber: number) => Promise<SignedPart>;
  /** Drops a URL that the store refused. */
  readonly discard: (signed: SignedPart) => void;
  /** Takes in URLs, signed just now or since `requestedAtMs`. */
  readonly add: (signed: SignedParts, requestedAtMs: number) => void;
}

/** Signs URLs for the next parts ahead of need, and anew before they expire. */
export function createUrlWindow(
  { clock, urlsPerRequest }: { readonly clock: Clock; readonly urlsPerRequest: number },
  session: UploadSession,
  /** Signs with its own retries. */
  sign: (partNumbers: readonly number[]) => Promise<SignedParts>,
): UrlWindow {
  const urls = new Map<number, ExpiringUrl>();
  const inFlight = new Map<number, Promise<void>>();

  function hasFreshUrl(partNumber: number): boolean {
    return isFresh(urls.get(partNumber), clock.now(), session.skewMs);
  }

  function add(signed: SignedParts, requestedAtMs: number): void {
    for (const url of withExpiry(signed, requestedAtMs)) urls.set(url.signed.partNumber, url);
  }

  /** The next parts of the file that are neither there nor have a URL, nor wait for one. */
  function findUnsigned(first: number, parts: number): number[] {
    return session.plan
      .slice(first - 1)
      .map(({ partNumber }) => partNumber)
      .filter((partNumber) => !session.etags.has(partNumber))
      .slice(0, parts)
      .filter((partNumber) => !hasFreshUrl(partNumber) && !inFlight.has(partNumber));
  }

  function signFrom(partNumber: number): Promise<void> {
    const numbers = findUnsigned(partNumber, urlsPerRequest);
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
    const [first] = findUnsigned(partNumber, Math.ceil(urlsPerRequest / 2));
    if (first !== undefined) signFrom(first).catch(() => {});
  }

  return {
    add,
    discard(signed) {
      if (urls.get(signed.partNumber)?.signed === signed) urls.delete(signed.partNumber);
    },
    async urlFor(partNumber) {
      if (!hasFreshUrl(partNumber)) await (inFlight.get(partNumber) ?? signFrom(partNumber));
      signAhead(partNumber);
      // Taken as it comes: a clock that is far off must not keep us signing for ever.
      const url = urls.get(partNumber);
      if (url === undefined) throw new UploadError('sign_failed', { partNumber });
      return url.signed;
    },
  };
}
