import type { RangeHeaders } from '@satchel/api-client';
import { apiErrorOf, failure } from '@satchel/api-client/api-error';

/**
 * Fetches bytes from an address that the server has returned. It sends no credential, because the address may
 * belong to a storage.
 *
 * @throws {ApiError} also if the storage refuses
 */
export async function fetchBytes(
  url: string,
  headers: RangeHeaders,
  signal: AbortSignal,
): Promise<Response> {
  const reply = await fetch(url, { headers, signal }).catch((cause: unknown) => {
    throw failure('client.network', 'network connection failed', cause);
  });
  if (reply.ok) return reply;
  const body: unknown = await reply.json().catch(() => undefined);
  throw apiErrorOf(reply, body);
}
