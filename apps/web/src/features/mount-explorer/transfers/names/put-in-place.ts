import { OperationError } from '@satchel/api-client';
import { can } from '@satchel/api-client/permissions';
import { client } from '#shared/api/client.ts';
import { principalOf } from '#shared/session/principal.ts';
import { getSession } from '#shared/session/session-store.ts';
import { runOptionsOf } from '../batch/batch-task.ts';

/** Replacing deletes the old entry and renames the new one, so it needs the rights for both. */
export function mayReplaceIn(directory: string): boolean {
  const principal = principalOf(getSession());
  return can(principal, 'mount_delete', directory) && can(principal, 'mount_rename', directory);
}

/** Deletes the old entry and renames the new one to its name. Runs after the new one is complete. */
export async function putInPlace(made: string, wanted: string, signal: AbortSignal): Promise<void> {
  await removeEntry(wanted, signal);
  await client.fs.rename({ body: { oldPath: made, newPath: wanted } }, { signal });
}

/** @throws {OperationError} if the entry still exists */
export async function removeEntry(path: string, signal: AbortSignal): Promise<void> {
  const body = { paths: [path] };
  const { failed } = await client.fs.run('delete', { body }, runOptionsOf({ signal }));
  if (failed[0]) throw new OperationError(failed[0].error);
}
