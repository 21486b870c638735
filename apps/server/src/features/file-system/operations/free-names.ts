import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import { withSuffix } from '#files/file-name.ts';
import type { Claim, NewClaim, ObjectWrite } from '#ledger/object-write.ts';
import type { ReservedGroup } from '#ledger/steps.ts';
import type { ObjectStore } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import type { FileSystemDependencies } from '../dependencies.ts';
import { type AuthorizedPlace, nameInStore, prefixOf } from '../places.ts';
import { hasAnyBelow, parentOf } from '../writing/directories.ts';
import type { Task } from './operation.ts';

/** The task that names are for. */
export type NamingTask = Pick<Task<unknown, unknown>, 'id' | 'caller' | 'signal'>;

/** A name in the ledger, held until it is given back or the operation ends. */
export interface TakenName {
  readonly place: AuthorizedPlace;
  readonly write: ObjectWrite;
  /** False where there is a file or a directory of that name. */
  readonly isFree: boolean;
}

/** The claim of a change to the name of a place. */
export function changeOf(task: NamingTask, place: AuthorizedPlace, claim: Claim): NewClaim {
  return {
    kind: 'change',
    objectKey: nameInStore(place),
    sizeBytes: 0,
    claim,
    operationId: task.id,
    mountId: place.mount.id,
    createdBy: createdByOf(task.caller),
  };
}

/**
 * Looks once more whether a file still is the version that the caller has seen. Another write may have
 * replaced it between the caller's look and the claim of its name, so call this after the claim.
 *
 * @param etag undefined where any version will do
 * @returns `file_system.changed` where it is another version, or gone
 */
export async function findChange(
  store: ObjectStore,
  name: string,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<AppError | undefined> {
  if (etag === undefined) return undefined;
  const found = await store.head(name, signal);
  const isSame = found !== undefined && bareEtag(found.etag) === bareEtag(etag);
  return isSame ? undefined : new AppError('file_system.changed');
}

export function createFreeNames({
  places,
  ledger,
}: Pick<FileSystemDependencies, 'places' | 'ledger'>) {
  /**
   * Takes the name of a place, with room for what is going there. Undefined where somebody is using
   * it right now.
   *
   * @throws {AppError} `file_system.busy` where somebody is changing a directory that holds it, or
   *   `file_system.locked`
   */
  const take = async (task: NamingTask, place: AuthorizedPlace, sizeBytes: number) => {
    // Before the look at the storage: who had it until now has put something there.
    const wanted = { ...changeOf(task, place, 'exclusive'), sizeBytes };
    const { reserved, busy } = await ledger.reserveEach(place.storage, [wanted]);
    if (busy.some(({ claimedAt }) => claimedAt !== 'name')) throw busyError(busy);
    const [write] = reserved;
    return write && { place, write, isFree: !(await isTaken(place, task.signal)) };
  };
  return {
    take,
    /** Takes `name (1)`, a file's before its extension, or the first higher number that is free. */
    async takeNext(task: NamingTask, place: AuthorizedPlace, sizeBytes: number) {
      const names = await namesLike(place, task.signal);
      const parent = place.path.slice(0, place.path.lastIndexOf('/'));
      for (let number = 1; ; number += 1) {
        const name = numbered(place, number);
        if (names.has(name)) continue;
        const path = `${parent}/${name}${place.isDirectory ? '/' : ''}`;
        const next = await places.find(task.caller, 'mount_copy', path);
        const taken = await take(task, next, sizeBytes);
        if (taken?.isFree) return taken;
        if (taken) await ledger.release([taken.write]);
      }
    },
  };
}

/** Why names cannot be had. */
export function busyError(busy: ReservedGroup['busy']): AppError {
  const isLocked = busy.some(({ claimedAt }) => claimedAt === 'locked');
  return new AppError(isLocked ? 'file_system.locked' : 'file_system.busy');
}

/** Whether there is a file or a directory of a name. */
export async function isTaken(place: AuthorizedPlace, signal: AbortSignal): Promise<boolean> {
  const { store } = place.storage;
  if (await store.head(place.key, signal)) return true;
  return hasAnyBelow(store, prefixOf(place), signal);
}

function numbered({ name, isDirectory }: AuthorizedPlace, number: number): string {
  return isDirectory ? `${name} (${number})` : withSuffix(name, ` (${number})`);
}

/** Names in the directory that might be numbered versions of this one; one request per 1000. */
async function namesLike(place: AuthorizedPlace, signal: AbortSignal): Promise<Set<string>> {
  const parent = parentOf(nameInStore(place));
  const prefix = parent + numbered(place, 1).split(' (1)')[0];
  const names = new Set<string>();
  let cursor: string | undefined;
  do {
    const page = await place.storage.store.list({
      prefix: `${prefix} (`,
      delimiter: '/',
      cursor,
      signal,
    });
    const keys = [...page.prefixes, ...page.objects.map(({ key }) => key)];
    for (const key of keys) names.add(key.slice(parent.length).replace(/\/$/, ''));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return names;
}
