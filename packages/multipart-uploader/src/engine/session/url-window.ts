import { UploadError } from '../errors.ts';
import type { SignedPart, SignedParts } from '../ports.ts';
import { callServer, type UploadJob } from './job.ts';
import type { UploadSession } from './upload-session.ts';
import { type ExpiringUrl, isFresh } from './url-expiry.ts';

export interface UrlWindow {
  /** Returns a URL that has not expired; immediately if it was signed in advance. */
  readonly urlFor: (partNumber: number) => Promise<SignedPart>;
  /** Drops a URL that the store refused. */
  readonly discard: (signed: SignedPart) => void;
}

/** Signs URLs for the next parts before they are needed, and again before they expire. */
export function createUrlWindow(
  job: UploadJob,
  session: UploadSession,
  signal: AbortSignal,
): UrlWindow {
  const { clock, transport, urlsPerRequest } = job;
  const urls = new Map<number, ExpiringUrl>();
  const inFlight = new Map<number, Promise<void>>();

  function hasFreshUrl(partNumber: number): boolean {
    const url = urls.get(partNumber);
    return url !== undefined && isFresh(url, clock.now(), session.skewMs);
  }

  function add(lifetime: SignedParts, requestedAtMs: number): void {
    for (const signed of lifetime.urls) {
      urls.set(signed.partNumber, { signed, lifetime, requestedAtMs });
    }
  }

  /** Next parts that are not uploaded, and have no URL and no pending request for one. */
  function findUnsigned(first: number, parts: number): number[] {
    return session.plan
      .slice(first - 1)
      .map(({ partNumber }) => partNumber)
      .filter((partNumber) => !session.etags.has(partNumber))
      .slice(0, parts)
      .filter((partNumber) => !hasFreshUrl(partNumber) && !inFlight.has(partNumber));
  }

  async function sign(partNumbers: readonly number[]): Promise<void> {
    const requestedAtMs = clock.now();
    try {
      const signed = await callServer(job, 'sign_failed', signal, (limit) =>
        transport.signParts({ ...session.upload, partNumbers }, limit),
      );
      const { serverTimeMs } = signed;
      if (serverTimeMs) session.skewMs = serverTimeMs - clock.now();
      add(signed, requestedAtMs);
    } finally {
      for (const number of partNumbers) inFlight.delete(number);
    }
  }

  function signFrom(partNumber: number): Promise<void> {
    const numbers = findUnsigned(partNumber, urlsPerRequest);
    const request = sign(numbers);
    for (const number of numbers) inFlight.set(number, request);
    return request;
  }

  /**
   * Requests the next URLs when only half a window of them is left. Ignores failures, because the part that
   * needs the URL requests it again.
   */
  function signAhead(partNumber: number): void {
    const [first] = findUnsigned(partNumber, Math.ceil(urlsPerRequest / 2));
    if (first) signFrom(first).catch(() => {});
  }

  if (session.signed) add(session.signed, session.createdAtMs);
  return {
    discard(signed) {
      if (urls.get(signed.partNumber)?.signed === signed) urls.delete(signed.partNumber);
    },
    async urlFor(partNumber) {
      if (!hasFreshUrl(partNumber)) await (inFlight.get(partNumber) ?? signFrom(partNumber));
      signAhead(partNumber);
      // Uses a URL that was just signed even if it seems expired, because with a very wrong clock every new
      // one would seem so, and signing would never end.
      const url = urls.get(partNumber);
      if (!url) throw new UploadError('sign_failed', { partNumber });
      return url.signed;
    },
  };
}
