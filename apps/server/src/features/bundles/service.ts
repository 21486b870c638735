import type { createBundle, updateBundle } from '@satchel/api-client/contract/bundles';
import { createdByOf, decide } from '@satchel/api-client/permissions';
import type { z } from 'zod';
import { AppError } from '#errors';
import type { Fence } from '#leases/hold.ts';
import { type Authorized, authorizeOwners } from '#security/authorized.ts';
import type { AuthenticatedCaller } from '#security/caller.ts';
import { errorOf } from '#security/denial.ts';
import { hashPassword } from '#security/passwords.ts';
import { orderedId } from '#security/random.ts';
import { expiryInHours, toStoredExpiry, toStoredMaxViews } from '#share-rules/limits.ts';
import { limitChanges } from '#share-rules/owner-changes.ts';
import { pageFor, type ShareQuery } from '#share-rules/share-list.ts';
import { findOwnLink, sweepEnded } from '#share-rules/share-rows.ts';
import { checkSlug, createLink, withChangedSlug } from '#share-rules/slug.ts';
import type { BundleDependencies } from './dependencies.ts';
import { createBundleItems } from './items.ts';
import type { Bundle, BundleChanges, BundleSorting } from './repository.ts';
import { createBundleContent } from './visiting/content.ts';
import { createBundleEvents } from './visiting/events.ts';
import { createBundleVisits } from './visiting/visits.ts';

type NewBundle = z.output<NonNullable<typeof createBundle.body>>;
type BundleUpdate = z.output<NonNullable<typeof updateBundle.body>>;

export type BundleService = ReturnType<typeof createBundleService>;

/** Rules of bundles: several files, or a folder of a mount, behind one link (CONTRACT A7). */
export function createBundleService(dependencies: BundleDependencies) {
  const content = createBundleContent(dependencies);
  const managing = createManaging(dependencies);
  const events = createBundleEvents(dependencies, content);
  return {
    ...managing,
    ...createBundleItems(dependencies, managing.get),
    content,
    visits: createBundleVisits(dependencies, content),
    events,
    countsOf: dependencies.items.countsOf,
    thumbnailOf: dependencies.thumbnails.ofFile,
    ...createSweeping(dependencies),
    close: () => {
      events.close();
      return dependencies.counter.close();
    },
  };
}

function createManaging(dependencies: BundleDependencies) {
  const { repository, items, fileShares, settings, notifications, counter, clock } = dependencies;

  const get = async (caller: AuthenticatedCaller, idOrSlug: string) => {
    await counter.flush();
    return findOwnLink(repository, caller, idOrSlug, 'bundles.not_found');
  };
  /** Folder of a mount that the caller may share: it needs both rights (CONTRACT A7). */
  const findFolder = async (
    caller: AuthenticatedCaller,
    path: string | null | undefined,
    signal: AbortSignal,
  ) => {
    if (!path) return { folderPath: null, storageConfigId: null, storagePath: null };
    const decision = decide(caller, 'mount_view', path);
    if (!decision.allowed) throw errorOf(decision);
    const entry = await dependencies.fileSystem.reading.get(caller, path, signal);
    // The levels above mounts have no place: a link to one would show mounts that come later.
    if (entry.kind !== 'directory' || !entry.place) throw new AppError('file_system.not_found');
    const { key, storage } = entry.place;
    return {
      folderPath: entry.path.replace(/\/$/, ''),
      storageConfigId: storage.config.id,
      // The root of a mount has no key, and only the mount itself can move it.
      storagePath: key === '' ? null : `${key}/`,
    };
  };

  return {
    get,
    /** @param onceId id for a call that may be repeated: an existing bundle with this id is returned */
    async create(
      caller: AuthenticatedCaller,
      input: NewBundle,
      signal: AbortSignal,
      onceId?: string,
    ) {
      const chosen = checkSlug(input.slug);
      const folder = await findFolder(caller, input.path, signal);
      const webhook = await notifications.changeWebhook(null, input.notify_url);
      const now = clock.now();
      const bundle = {
        id: onceId ?? orderedId(),
        ...folder,
        title: input.title || null,
        message: input.message || null,
        sender: input.sender || null,
        note: null,
        state: folder.folderPath === null ? 'receiving' : 'complete',
        passwordHash: input.password ? await hashPassword(input.password) : null,
        expiresAt: expiryInHours(input.expires_in, now),
        maxViews: toStoredMaxViews(input.max_views) ?? null,
        views: 0,
        useProxy: input.use_proxy ?? (await settings.getBoolean('default_use_proxy')),
        notifyUrl: null,
        notifySecret: null,
        ...webhook.columns,
        revision: 0,
        removalRevision: 0,
        createdBy: createdByOf(caller),
        createdAt: now,
        updatedAt: now,
      };
      const { row, isNew } = await createLink(repository, chosen, bundle, onceId);
      return { bundle: row, plainSecret: isNew ? webhook.plainSecret : null };
    },
    async list(caller: AuthenticatedCaller, query: ShareQuery<BundleSorting['by']>) {
      await counter.flush();
      return repository.list(...pageFor(caller, query, clock.now()));
    },
    async update(caller: AuthenticatedCaller, id: string, update: BundleUpdate) {
      const bundle = await get(caller, id);
      const webhook = await notifications.changeWebhook(bundle.notifyUrl, update.notify_url);
      const changes = {
        ...(await changesOf(update, bundle, clock.now())),
        ...webhook.columns,
      };
      const changed = await withChangedSlug(update.slug, bundle.slug, (slug) =>
        repository.update(bundle, { ...changes, ...slug }),
      );
      await notifications.moveWaiting(bundle, changed);
      return { bundle: changed, plainSecret: webhook.plainSecret };
    },
    /**
     * Deletes those of the bundles that the caller owns, and the files that were uploaded to them. Returns
     * the ids of the deleted ones.
     */
    async remove(caller: AuthenticatedCaller, ids: readonly string[]) {
      const own = authorizeOwners(caller, await repository.findMany(ids));
      const { deletions, writeIds } = await repository.remove(own, clock.now());
      await fileShares.uploads.discardEach(caller, writeIds);
      await fileShares.deleteNoted(deletions);
      return own.map(({ id }) => id);
    },
    /** Marks a bundle as complete. Announced files that no upload brings are removed. */
    async complete(caller: AuthenticatedCaller, id: string) {
      const bundle = await get(caller, id);
      if (bundle.state === 'complete') return bundle;
      await items.dropComing({ bundleId: bundle.id });
      return repository.update(bundle, { state: 'complete' });
    },
  };
}

/** Absent fields stay. */
async function changesOf(update: BundleUpdate, bundle: Bundle, now: Date): Promise<BundleChanges> {
  const { expires_at: end, expires_in: hours } = update;
  const isInHours = (end ?? null) === null && (hours ?? null) !== null;
  const expiresAt = isInHours
    ? expiryInHours(hours, now)
    : toStoredExpiry(end, now, bundle.expiresAt);
  const texts = (['title', 'message', 'sender', 'note'] as const).flatMap((name) =>
    update[name] === undefined ? [] : [[name, update[name] || null] as const],
  );
  return {
    // Always later than before, because grants are bound to the time of the last change.
    updatedAt: new Date(Math.max(now.getTime(), bundle.updatedAt.getTime() + 1)),
    ...Object.fromEntries(texts),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(await limitChanges(update)),
  };
}

/** Coming files without a sign of life are removed when their uploads are (CONTRACT A3). */
const COMING_MS = 24 * 60 * 60 * 1000;

function createSweeping({ repository, items, fileShares, clock }: BundleDependencies) {
  return {
    /** Removes bundles that have ended. */
    async sweep(overBefore: Date, fence: Fence): Promise<number> {
      const dropped = await items.sweepComing(new Date(clock.now().getTime() - COMING_MS));
      const list = (take: number) => repository.listSweepable(overBefore, clock.now(), take);
      const remove = async (over: readonly Authorized<Bundle>[]) => {
        const { removed, deletions } = await repository.remove(over, clock.now(), true);
        await fileShares.deleteNoted(deletions);
        return removed;
      };
      return dropped + (await sweepEnded(list, remove, fence));
    },
  };
}
