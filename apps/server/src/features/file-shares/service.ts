import { can, createdByOf } from '@satchel/permissions';
import { AppError } from '#errors';
import { type Authorized, authorizeOwner } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { hashPassword } from '#security/passwords.ts';
import { toStoredExpiry, toStoredMaxViews } from '#share-rules/limits.ts';
import { checkSlug, withSlug } from '#share-rules/slug.ts';
import { createFileShareContent, type FileShareContent } from './content/content.ts';
import type { FileShareDependencies } from './dependencies.ts';
import { createInPlace, type InPlace } from './managing/in-place.ts';
import { createRemovals, type Removals } from './managing/removals.ts';
import type { FileShare, FileShareChanges } from './repository.ts';
import { createMultipart, type Multipart } from './uploads/multipart.ts';
import { createReservations } from './uploads/reservations.ts';
import { createUploads, type Uploads } from './uploads/uploads.ts';

export type { MovedObject } from './managing/in-place.ts';
export type { FileSharePresenter } from './presenter.ts';
export type { FileShare } from './repository.ts';

export interface FileShareQuery {
  readonly createdBy?: string | undefined;
  readonly search?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FileShareUpdate {
  readonly slug?: string | null | undefined;
  readonly remark?: string | null | undefined;
  /** '' takes the password away, absent and null keep it. */
  readonly password?: string | null | undefined;
  readonly max_views?: number | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly use_proxy?: boolean | undefined;
}

/** Rules of file shares (SPEC 3, 5, 6; CONTRACT A3, F4). */
export interface FileShareService {
  readonly uploads: Uploads;
  readonly multipart: Multipart;
  readonly content: FileShareContent;
  /** Largest upload in bytes. */
  maxUploadBytes(): Promise<number>;
  list(
    caller: AuthenticatedCaller,
    query: FileShareQuery,
  ): Promise<{ shares: readonly FileShare[]; total: number }>;
  get(caller: AuthenticatedCaller, id: string): Promise<FileShare>;
  update(caller: AuthenticatedCaller, id: string, update: FileShareUpdate): Promise<void>;
  /** Deletes the caller's own of these. Returns the ids that were not. */
  remove(
    caller: AuthenticatedCaller,
    ids: readonly string[],
    mode: 'both' | 'record_only',
  ): Promise<{ notFound: string[] }>;
  /** Shares a file where it lies; the server serves it, as it is when it is asked for. */
  shareInPlace: InPlace['shareInPlace'];
  /** Shares go on to name objects that have moved. */
  followObjects: InPlace['followObjects'];
  /** Removes what is over, and uploads that nobody went on with. */
  sweep(overBefore: Date, uncommittedBefore: Date): Promise<number>;
  close(): Promise<void>;
}

export function createFileShareService(dependencies: FileShareDependencies): FileShareService {
  const removals = createRemovals(dependencies);
  const reservations = createReservations(dependencies, removals);
  return {
    uploads: createUploads(dependencies, reservations, removals),
    multipart: createMultipart(dependencies, reservations, removals),
    content: createFileShareContent(dependencies),
    maxUploadBytes: reservations.maxBytes,
    ...createInPlace(dependencies),
    ...createManaging(dependencies, removals),
    ...createSweeping(dependencies, removals),
    close: () => dependencies.counter.close(),
  };
}

function createManaging(
  { repository, counter, clock }: FileShareDependencies,
  removals: Removals,
): Pick<FileShareService, 'list' | 'get' | 'update' | 'remove'> {
  const get = async (caller: AuthenticatedCaller, id: string) => {
    await counter.flush();
    const share = authorizeOwner(caller, await repository.findById(id));
    if (!share || share.committedAt === null) throw new AppError('file_shares.not_found');
    return share;
  };
  return {
    get,
    async list(caller, { search, createdBy, offset, limit }) {
      await counter.flush();
      const own = caller.kind === 'admin' ? createdBy : createdByOf(caller);
      const filter = { createdBy: own, search: search?.trim() };
      const [shares, total] = await Promise.all([
        repository.list(filter, offset, limit),
        repository.count(filter),
      ]);
      return { shares, total };
    },
    async update(caller, id, update) {
      const share = await get(caller, id);
      const changes = await changesOf(update, share, clock.now());
      // What is not changed is not written: somebody else may have changed it just now.
      if (update.slug === undefined || update.slug === share.slug) {
        return repository.update(share, changes);
      }
      return withSlug(checkSlug(update.slug), (slug) =>
        repository.update(share, { ...changes, slug }),
      );
    },
    async remove(caller, ids, mode) {
      const found = await repository.findMany(ids);
      const own = found
        .map((share) => authorizeOwner(caller, share))
        .filter((share): share is Authorized<FileShare> => share !== undefined);
      if (mode === 'record_only') await removals.remove(own, 'none');
      else {
        // A share made in a mount takes the file along only for those who may delete it there.
        const mayDelete = ({ filePath }: FileShare) =>
          filePath !== null && can(caller, 'mount_delete', filePath);
        const [mounted, others] = partition(own, mayDelete);
        await removals.remove(mounted, 'mounted_too');
        await removals.remove(others);
      }
      const removed = new Set(own.map(({ id }) => id));
      return { notFound: ids.filter((id) => !removed.has(id)) };
    },
  };
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}

/** CONTRACT F4: what is absent stays, a new limit starts counting anew. */
async function changesOf(
  update: FileShareUpdate,
  share: FileShare,
  now: Date,
): Promise<FileShareChanges> {
  const expiresAt = toStoredExpiry(update.expires_at, now, share.expiresAt);
  const maxViews = toStoredMaxViews(update.max_views);
  return {
    updatedAt: now,
    ...(update.remark === undefined ? {} : { remark: update.remark || null }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(maxViews === undefined ? {} : { maxViews, views: 0 }),
    ...(update.use_proxy === undefined ? {} : { useProxy: update.use_proxy }),
    ...(update.password === '' ? { passwordHash: null } : {}),
    ...(update.password ? { passwordHash: await hashPassword(update.password) } : {}),
  };
}

const SWEEP_BATCH = 200;

function createSweeping(
  { repository, storageConfigs, clock, onError }: FileShareDependencies,
  removals: Removals,
): Pick<FileShareService, 'sweep'> {
  /** A part that arrived lately means that somebody still uploads (CONTRACT A3). */
  const isInProgress = async (share: FileShare, since: Date) => {
    if (share.committedAt !== null || share.uploadId === null) return false;
    const storage = await storageConfigs.find(share.storageConfigId);
    const signal = AbortSignal.timeout(30_000);
    const parts = await storage?.store.listParts(share.storagePath, share.uploadId, signal);
    return (parts ?? []).some(
      ({ lastModified }) => lastModified !== undefined && lastModified > since,
    );
  };
  return {
    async sweep(overBefore, uncommittedBefore) {
      // The server itself acts here; nobody else's right is needed.
      const candidates = (await repository.listSweepable(
        overBefore,
        uncommittedBefore,
        clock.now(),
        SWEEP_BATCH,
      )) as readonly Authorized<FileShare>[];
      const removable: Authorized<FileShare>[] = [];
      for (const share of candidates) {
        const isActive = await isInProgress(share, uncommittedBefore).catch((error: unknown) => {
          onError(error);
          return true;
        });
        // Out of the way of the others until tomorrow.
        if (isActive) await repository.update(share, { updatedAt: clock.now() });
        else removable.push(share);
      }
      const count = await removals.removeUnchanged(removable);
      await removals.retry();
      return count;
    },
  };
}
