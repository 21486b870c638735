import type { HTTPError } from 'ky';
import type { Method } from './endpoint.ts';

/** Longest `Retry-After`, in seconds, that a call waits for; with a longer one the call fails immediately. */
export const MAX_RETRY_AFTER_SECONDS = 10;

/**
 * Returns false if a failed call must not be repeated; undefined lets ky decide. GET and PUT are safe
 * to repeat. POST, PATCH and DELETE are not (a second deletion answers 404), unless the server has refused
 * them unprocessed with a `Retry-After`. An `Idempotency-Key` makes them as safe as PUT. Without a
 * network a browser does not retry, because that would only fail later.
 */
export function mayRetry(method: Method, error: Error): false | undefined {
  const { navigator } = globalThis as { readonly navigator?: { readonly onLine?: boolean } };
  if (navigator?.onLine === false) return false;
  const { response } = error as Partial<HTTPError>;
  const retryAfter = response?.headers.get('retry-after') as string;
  // Seconds or a date (RFC 9110 10.2.3). ky would shorten a long wait, and retry too early.
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - Date.now()) / 1000;
  if (seconds > MAX_RETRY_AFTER_SECONDS) return false;
  const isRefused = retryAfter && [429, 503].includes(response?.status as number);
  return isRefused || method === 'GET' || method === 'PUT' ? undefined : false;
}
