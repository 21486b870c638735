import type { updateFileShare } from '@satchel/api-client/contract/file-shares';
import { can } from '@satchel/api-client/permissions';
import type { z } from 'zod';
import type { Fence } from '#leases/hold.ts';
import { authorizeOwners } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { toStoredExpiry } from '#share-rules/limits.ts';
import { limitChanges } from '#share-rules/owner-changes.ts';
import { pageFor, type ShareQuery } from '#share-rules/share-list.ts';
import { findOwnLink, sweepEnded } from '#share-rules/share-rows.ts';
import { withChangedSlug } from '#share-rules/slug.ts';
import { createFileShareContent } from './content/content.ts';
import type { FileShareDependencies } from './dependencies.ts';
import { createInPlace } from './managing/in-place.ts';
import { isInPlace } from './managing/is-in-place.ts';
import { createRemovals, type Removals } from './managing/removals.ts';
import type { FileShare, FileShareChanges, FileShareSorting } from './repository.ts';
import { createMultipart } from './uploads/multipart.ts';
import { createReservations } from './uploads/reservations.ts';
import { createResumable } from './uploads/resumable/resumable.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

export type { RemoveMounted } from './dependencies.ts';
export type { InPlaceOptions } from './managing/in-place.ts';
export type { FileSharePresenter } from './presenter.ts';
export type {
  DeliveryDestinations,
  FoundDestination,
} from './uploads/delivery-destinations.ts';

export type DeleteMode = 'owned' | 'both' | 'record_only';

type FileShareUpdate = z.output<NonNullable<typeof updateFileShare.body>>;

export type FileShareService = ReturnType<typeof createFileShareService>;

/** Rules of file shares (SPEC 3, 5, 6; CONTRACT A3, F4). */
export function createFileShareService(dependencies: FileShareDependencies) {
  const removals = createRemovals(dependencies);
  const reservations = createReservations(dependencies);
  const uploads = createUploads(dependencies, reservations, removals);
  return {
    uploads,
    multipart: createMultipart(dependencies, reservations),
    resumable: createResumable(dependencies, reservations, uploads),
    content: createFileShareContent(dependencies),
    /** Deletes objects whose deletion a transaction has recorded. */
    deleteNoted: removals.deleteNoted,
    /** Largest upload in bytes. */
    maxUploadBytes: reservations.maxBytes,
    ...createInPlace(dependencies),
    ...createManaging(dependencies, removals, uploads),
    ...createSweeping(dependencies, removals),
    close: () => dependencies.counter.close(),
  };
}

function createManaging(
  { repository, removeMounted, counter, clock }: FileShareDependencies,
  removals: Removals,
  uploads: Pick<Uploads, 'discardEach'>,
) {
  const get = async (caller: AuthenticatedCaller, idOrSlug: string) => {
    await counter.flush();
    return findOwnLink(repository, caller, idOrSlug, 'file_shares.not_found');
  };
  return {
    get,
    async list(caller: AuthenticatedCaller, query: ShareQuery<FileShareSorting['by']>) {
      await counter.flush();
      return repository.list(...pageFor(caller, query, clock.now()));
    },
    async update(caller: AuthenticatedCaller, id: string, update: FileShareUpdate) {
      const share = await get(caller, id);
      const changes = await changesOf(update, share, clock.now());
      // Writes only changed fields, because another caller may just have changed the others.
      return withChangedSlug(update.slug, share.slug, (slug) =>
        repository.update(share, { ...changes, ...slug }),
      );
    },
    /**
     * Deletes those of the shares that the caller owns. A share stays if its file must be deleted, too,
     * and cannot be.
     */
    async remove(
      caller: AuthenticatedCaller,
      ids: readonly string[],
      mode: DeleteMode,
      signal: AbortSignal,
    ) {
      // CONTRACT F4: a client removes its failed upload with this call.
      const ended = await uploads.discardEach(caller, ids);
      const own = authorizeOwners(caller, await repository.findMany(ids));
      // CONTRACT A7: the file of a mount is deleted only with an explicit `both`, and only if the
      // caller may delete it there.
      const isInPlaceToo = (share: FileShare) =>
        mode === 'both' && isInPlace(share) && mayDeleteFile(caller, share);
      const [inPlace, others] = partition(own, isInPlaceToo);
      const [mounted, unmounted] = partition(inPlace, ({ filePath }) => filePath !== null);
      const errors = await removeMounted(caller, mounted, signal);
      const gone = mounted.filter(({ id }) => !errors.has(id));
      await removals.remove(unmounted, 'all');
      await removals.remove([...others, ...gone], mode === 'record_only' ? 'none' : 'owned');
      const removed = new Set([
        ...ended,
        ...[...others, ...unmounted, ...gone].map(({ id }) => id),
      ]);
      const unknown = { code: 'file_shares.not_found', details: {} } as const;
      return {
        removed: ids.filter((id) => removed.has(id)),
        failed: ids
          .filter((id) => !removed.has(id))
          .map((id) => ({ id, error: errors.get(id) ?? unknown })),
        files: [...new Set(gone.flatMap(({ filePath }) => filePath ?? []))],
      };
    },
  };
}

/** Only administrators delete objects in place that are outside of mounts. */
function mayDeleteFile(caller: AuthenticatedCaller, { filePath }: FileShare): boolean {
  return filePath === null ? caller.kind === 'admin' : can(caller, 'mount_delete', filePath);
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** CONTRACT F4: absent fields stay. */
async function changesOf(
  update: FileShareUpdate,
  share: FileShare,
  now: Date,
): Promise<FileShareChanges> {
  const expiresAt = toStoredExpiry(update.expires_at, now, share.expiresAt);
  return {
    updatedAt: now,
    ...(update.remark === undefined ? {} : { remark: update.remark || null }),
    ...(update.note === undefined ? {} : { note: update.note || null }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(await limitChanges(update)),
  };
}

function createSweeping({ repository, clock }: FileShareDependencies, removals: Removals) {
  return {
    /** Removes shares that have ended. */
    async sweep(overBefore: Date, fence: Fence): Promise<number> {
      const list = (take: number) => repository.listSweepable(overBefore, clock.now(), take);
      const count = await sweepEnded(list, removals.removeUnchanged, fence);
      await removals.retry();
      return count;
    },
  };
}
