import type { HTTPError } from 'ky';
import type { Method } from './endpoint.ts';

/** The longest `Retry-After`, in seconds, for which a call waits; beyond it the call fails at once. */
export const MAX_RETRY_AFTER_SECONDS = 10;

/**
 * Whether a failed call may be tried again; undefined leaves that to ky. GET and PUT are safe to
 * repeat. POST and DELETE are not (the second deletion answers 404), unless the server has refused
 * them unprocessed and said when to come back; with an `Idempotency-Key` they are made as safe as PUT.
 * A browser without a network is not asked again: it would only fail later.
 */
export function mayRetry(method: Method, error: Error): false | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
  if (navigator?.onLine === false) return false;
  const { response } = error as Partial<HTTPError>;
  const retryAfter = response?.headers.get('retry-after') as string;
  // Seconds or a date (RFC 9110 10.2.3). ky would shorten a long wait, and ask again too early.
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - Date.now()) / 1000;
  if (seconds > MAX_RETRY_AFTER_SECONDS) return false;
  const isRefused = retryAfter && [429, 503].includes(response?.status as number);
  return isRefused || method === 'GET' || method === 'PUT' ? undefined : false;
}
