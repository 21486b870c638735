import { nameWithSuffix } from '@satchel/api-client/contract/item-path';
import { createdByOf } from '@satchel/api-client/permissions';
import { AppError } from '#errors';
import type { Claim, NewClaim, ObjectWrite } from '#ledger/object-write.ts';
import type { ReservedGroup } from '#ledger/steps/steps.ts';
import type { ObjectStore } from '#object-store';
import { bareEtag } from '#object-store/etag.ts';
import { hasAnyBelow } from '#object-store/find-named.ts';
import { listPages } from '#object-store/list-pages.ts';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { type AuthorizedPath, nameInStore, prefixOf } from '../../resolved-path.ts';
import { parentOf } from '../../writing/directories.ts';
import type { Task } from '../operation.ts';

/** Fields of the task that claims names. */
export type NamingTask = Pick<Task<unknown, unknown>, 'id' | 'caller' | 'signal'>;

/** Name claimed in the ledger until it is released or the operation ends. */
export interface TakenName {
  readonly place: AuthorizedPath;
  readonly write: ObjectWrite;
  /** False if a file or directory of that name exists. */
  readonly isFree: boolean;
}

/** Claim of a `change` on the name of a resolved path. */
export function changeOf(task: NamingTask, place: AuthorizedPath, claim: Claim): NewClaim {
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
  pathResolver,
  ledger,
}: Pick<FileSystemDependencies, 'pathResolver' | 'ledger'>) {
  /**
   * Claims the name of a resolved path and reserves quota. Returns undefined while another write holds
   * the name.
   *
   * @throws {AppError} `file_system.busy` while another operation changes a directory above it, or
   *   `file_system.locked`
   */
  const take = async (task: NamingTask, place: AuthorizedPath, sizeBytes: number) => {
    // Claims before looking into the storage, because the previous holder may just have stored an object.
    const wanted = { ...changeOf(task, place, 'exclusive'), sizeBytes };
    const { reserved, busy } = await ledger.reserveEach(place.storage, [wanted]);
    if (busy.some(({ claimedAt }) => claimedAt !== 'name')) throw busyError(busy);
    const [write] = reserved;
    return write && { place, write, isFree: !(await isTaken(place, task.signal)) };
  };
  return {
    take,
    /** Claims `name (1)`, before the extension of a file, or the next higher number that is free. */
    async takeNext(task: NamingTask, place: AuthorizedPath, sizeBytes: number) {
      const names = await namesLike(place, task.signal);
      const parent = place.path.slice(0, place.path.lastIndexOf('/'));
      for (let number = 1; ; number += 1) {
        const name = numbered(place, number);
        if (names.has(name)) continue;
        const path = `${parent}/${name}${place.isDirectory ? '/' : ''}`;
        const next = await pathResolver.find(task.caller, 'mount_copy', path);
        const taken = await take(task, next, sizeBytes);
        if (taken?.isFree) return taken;
        if (taken) await ledger.release([taken.write]);
      }
    },
  };
}

/** Error for names that could not be claimed. */
export function busyError(busy: ReservedGroup['busy']): AppError {
  const isLocked = busy.some(({ claimedAt }) => claimedAt === 'locked');
  return new AppError(isLocked ? 'file_system.locked' : 'file_system.busy');
}

/** True if a file or directory of that name exists. */
export async function isTaken(place: AuthorizedPath, signal: AbortSignal): Promise<boolean> {
  const { store } = place.storage;
  if (await store.head(place.key, signal)) return true;
  return hasAnyBelow(store, prefixOf(place), signal);
}

function numbered({ name, isDirectory }: AuthorizedPath, number: number): string {
  return isDirectory ? `${name} (${number})` : nameWithSuffix(name, ` (${number})`);
}

/** Names in the directory that may be numbered versions of this one; one request per 1000 names. */
async function namesLike(place: AuthorizedPath, signal: AbortSignal): Promise<Set<string>> {
  const parent = parentOf(nameInStore(place));
  const prefix = parent + numbered(place, 1).split(' (1)')[0];
  const names = new Set<string>();
  const options = { prefix: `${prefix} (`, delimiter: '/', signal } as const;
  for await (const page of listPages(place.storage.store, options)) {
    const keys = [...page.prefixes, ...page.objects.map(({ key }) => key)];
    for (const key of keys) names.add(key.slice(parent.length).replace(/\/$/, ''));
  }
  return names;
}
