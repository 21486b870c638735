import type { RangeHeaders } from '@satchel/api-client';
import { apiErrorOf, failure } from '@satchel/api-client/api-error';

/**
 * Gets bytes from an address that the server has handed out, which may be a storage's. No credential
 * goes there.
 *
 * @throws {ApiError} also where the storage refuses
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
