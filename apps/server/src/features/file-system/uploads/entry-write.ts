import { createdByOf } from '@satchel/api-client/permissions';
import type { WriteCondition } from '#files/write-condition.ts';
import type { ObjectWrite } from '#ledger/object-write.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import type { AuthorizedPlace } from '../places.ts';

/** Options with which an upload into a mount starts, whatever the source of its bytes. */
export function entryWrite(
  caller: AuthenticatedCaller,
  { key, mount }: AuthorizedPlace,
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

/** Somebody else's upload is as unknown as one that never was (SECURITY 2). */
export function isOwn(caller: AuthenticatedCaller, write: ObjectWrite): boolean {
  return caller.kind === 'admin' || write.createdBy === createdByOf(caller);
}
