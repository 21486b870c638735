import { createdByOf } from '@satchel/api-client/permissions';
import { findReplaced, type WriteCondition } from '#files/write-condition.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { AuthorizedPath } from '../resolved-path.ts';

/** Fields of every write that uploads a file into a mount. */
export function entryWrite(
  caller: AuthenticatedCaller,
  { key, mount }: AuthorizedPath,
  mayOverwrite: boolean,
  condition: WriteCondition = {},
) {
  return {
    objectKey: key,
    mountId: mount.id,
    createdBy: createdByOf(caller),
    mayOverwrite,
    ...condition,
  };
}

/** Another caller's upload is reported as unknown (SECURITY 2). */
export function isOwn(caller: AuthenticatedCaller, write: ObjectWrite): boolean {
  return caller.kind === 'admin' || write.createdBy === createdByOf(caller);
}

/**
 * True if the write will replace a file. Asks the storage only if the conditions do not answer that.
 *
 * @throws {AppError} `file_system.exists` if a folder has the name
 */
export async function replacesFile(
  { place, mayOverwrite }: { readonly place: AuthorizedPath; readonly mayOverwrite: boolean },
  { ifMatch, ifNoneMatch }: WriteCondition,
  signal: AbortSignal,
): Promise<boolean> {
  if (!mayOverwrite || ifNoneMatch === '*') return false;
  if (ifMatch !== undefined) return true;
  return (await findReplaced(place.storage.store, place.key, signal)) !== undefined;
}
