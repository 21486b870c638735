import { AppError } from '#errors';
import type { NewClaim } from '#ledger/object-write.ts';
import { isSameBucket } from '#object-store/location/same-bucket.ts';
import { WEBDAV_RIGHTS } from '#security/rights.ts';
import type { FileSystemDependencies } from '../../dependencies.ts';
import { type AuthorizedPath, nameInStore } from '../../resolved-path.ts';
import { assertParent } from '../../writing/directories.ts';
import { isPrefix, sideBySide } from '../copies/side-by-side.ts';
import { busyError, changeOf, findChange, isTaken } from '../names/free-names.ts';
import { isThere } from '../names/old-names.ts';
import type { TransferPosition, TransferTask } from './transfer.ts';

/**
 * Resolves both paths and claims both names.
 *
 * @throws {AppError} `file_system.into_itself`, `file_system.parent_missing`, `file_system.not_found`,
 *   `file_system.exists` if nothing may be overwritten, `file_system.mount_fixed`, `file_system.busy`,
 *   `file_system.locked`, `file_system.changed`
 */
export async function beginTransfer(
  dependencies: FileSystemDependencies,
  task: TransferTask,
): Promise<TransferPosition> {
  const { pathResolver } = dependencies;
  const { input, caller, signal } = task;
  const source = input.isMove
    ? await pathResolver.findMovable(caller, WEBDAV_RIGHTS.remove, input.from)
    : await pathResolver.find(caller, WEBDAV_RIGHTS.view, input.from);
  const target = await pathResolver.findMovable(caller, WEBDAV_RIGHTS.upload, input.to);
  const [from, to] = [nameInStore(source), nameInStore(target)];
  const isOneBucket = await isSameBucket(source.storage, target.storage, signal);
  if (isOneBucket) assertApart(task, source, target);
  await assertParent(target.storage.store, to, signal);
  const addsNothing = isOneBucket && input.isMove;
  const sizeBytes = addsNothing ? 0 : await sizeOf(dependencies, task, source, target);
  const { lockTokens } = input;
  const claims = {
    source: { ...changeOf(task, source, input.isMove ? 'exclusive' : 'read'), lockTokens },
    target: { ...changeOf(task, target, 'exclusive'), lockTokens, sizeBytes },
  };
  const writeId = await claimBoth(dependencies, source, target, claims);
  if (!(await isThere(source.storage.store, from, signal)) && from !== '') {
    throw new AppError('file_system.not_found');
  }
  const change = await findChange(source.storage.store, from, input.etag, signal);
  if (change) throw change;
  const isNew = !(await isTaken(target, signal));
  if (!isNew && !input.mayOverwrite) throw new AppError('file_system.exists');
  const position: TransferPosition = {
    sourceConfigId: source.storage.config.id,
    storageConfigId: target.storage.config.id,
    ...{ isAlias: isOneBucket, from, to, writeId, isNew },
    sourceMountPath: source.mount.mountPath,
    targetMountPath: target.mount.mountPath,
    step: 'copy',
  };
  await task.save(position);
  return position;
}

/**
 * @returns the id of the row that holds the new name; the caller releases the reserved names on failure
 */
async function claimBoth(
  { ledger }: FileSystemDependencies,
  { storage: from }: AuthorizedPath,
  { storage: to }: AuthorizedPath,
  { source, target }: { readonly source: NewClaim; readonly target: NewClaim },
): Promise<string> {
  const isSame = from.config.id === to.config.id;
  const groups = isSame
    ? [await ledger.reserveEach(to, [source, target])]
    : [await ledger.reserveEach(from, [source]), await ledger.reserveEach(to, [target])];
  const busy = groups.flatMap((group) => group.busy);
  const write = groups.at(-1)?.reserved.find(({ objectKey }) => objectKey === target.objectKey);
  if (busy.length > 0 || !write) throw busyError(busy);
  return write.id;
}

/**
 * Refuses a target inside the source, which would never end, and a source inside the target, which
 * would be removed first.
 */
function assertApart({ input }: TransferTask, source: AuthorizedPath, target: AuthorizedPath) {
  const isIn = (inner: string, outer: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  const isInside = isIn(target.key, source.key) && !(input.isShallow && source.key !== target.key);
  const isAround = isIn(source.key, target.key);
  if (isInside || isAround) throw new AppError('file_system.into_itself');
}

/** Bytes that a copy adds to its storage; counted only if the storage has a limit. */
async function sizeOf(
  { pathResolver }: FileSystemDependencies,
  { input, signal }: TransferTask,
  source: AuthorizedPath,
  target: AuthorizedPath,
): Promise<number> {
  const name = nameInStore(source);
  if (!target.storage.config.totalStorageBytes || (input.isShallow && isPrefix(name))) return 0;
  const isShown = await pathResolver.shownIn(source);
  let sizeBytes = 0;
  for await (const page of sideBySide({ store: source.storage.store, name }, undefined, signal)) {
    for (const { object } of page) if (isShown(object.key)) sizeBytes += object.size;
  }
  return sizeBytes;
}
