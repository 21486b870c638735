import { isHTTPError } from 'ky';
import type { Method } from './endpoint.ts';

/** A server that asks for more patience than this, in seconds, is not asked again. */
export const MAX_RETRY_AFTER_SECONDS = 10;

/**
 * Whether a failed call may be tried again; undefined leaves it to the kind of failure. Reads and
 * replacements end the same however often they arrive. What creates or deletes does not (a second
 * deletion says that there is nothing), unless the server has refused it and said when to come back.
 */
export function mayRetry(method: Method, error: Error): false | undefined {
  const response = isHTTPError(error) ? error.response : undefined;
  const retryAfter = response?.headers.get('retry-after') ?? '';
  // Seconds or a date (RFC 9110 10.2.3). ky would wait for the most it may, and ask too early.
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - Date.now()) / 1000;
  if (seconds > MAX_RETRY_AFTER_SECONDS) return false;
  const isRefused = retryAfter && (response?.status === 429 || response?.status === 503);
  return isRefused || method === 'GET' || method === 'PUT' ? undefined : false;
}
