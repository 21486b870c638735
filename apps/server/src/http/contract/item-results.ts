import type { ErrorCode } from '@satchel/api-client/errors';
import { errorMessage, type Language } from '@satchel/api-client/messages';
import type { FastifyRequest } from 'fastify';
import type { FailedItem } from '#errors';
import type { Act } from '#security/audit-trail.ts';
import type { Caller } from '#security/caller.ts';
import type { HttpDependencies } from './mount-endpoint.ts';

export function presentFailed(failed: readonly FailedItem[], language: Language) {
  return failed.map(({ id, error }) => ({
    id,
    error: errorMessage(error.code, language, error.details),
  }));
}

/** Reply of a call for several items of which some were not found. */
export function presentFound(
  wanted: readonly string[],
  found: readonly string[],
  notFound: ErrorCode,
  language: Language,
) {
  const isFound = new Set(found);
  const error = errorMessage(notFound, language);
  const failed = wanted.filter((id) => !isFound.has(id)).map((id) => ({ id, error }));
  return { success: found.length, failed };
}

interface RemovalCall {
  readonly caller: Caller;
  readonly body: { readonly ids: readonly string[] };
  readonly language: Language;
  readonly request: FastifyRequest;
}

/**
 * Answers a call that deletes links by their ids.
 *
 * @param remove deletes those that the caller owns; returns their ids
 */
export async function removeByIds(
  { audit }: Pick<HttpDependencies, 'audit'>,
  call: RemovalCall,
  { action, notFound }: { readonly action: Act['action']; readonly notFound: ErrorCode },
  remove: (ids: readonly string[]) => Promise<readonly string[]>,
) {
  const named = [...new Set(call.body.ids)];
  const ids = await remove(named);
  if (ids.length > 0) await audit(call, { action, details: { ids } });
  return presentFound(named, ids, notFound, call.language);
}
