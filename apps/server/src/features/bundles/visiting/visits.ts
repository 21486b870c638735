import { GRANT_LIFETIME_MS } from '#share-rules/grant.ts';
import { createVisits } from '#share-rules/visits.ts';
import type { BundleDependencies } from '../dependencies.ts';
import type { Bundle } from '../repository.ts';
import type { BundleContent } from './content.ts';

/** Bundle whose visit is counted. */
export interface VisitedBundle {
  readonly bundle: Bundle;
  readonly isLastView: boolean;
  readonly grant: string;
}

/** Visits of bundles: one visit serves everything in the bundle for an hour (CONTRACT A7). */
export function createBundleVisits(dependencies: BundleDependencies, content: BundleContent) {
  const { repository, notifications, grants, clock, onError } = dependencies;
  const visits = createVisits<Bundle>(dependencies, 'bundle');
  const { checkPassword, counted } = visits;

  const peek = async (slug: string, signal: AbortSignal, grant?: string) => {
    const bundle = await visits.peek(slug, grant);
    await content.assertThere(bundle, signal);
    return bundle;
  };
  const notify = async (bundle: Bundle, event: 'bundle.opened' | 'bundle.downloaded') => {
    const { id, slug, title, notifyUrl: url, notifySecret: secret } = bundle;
    if (url === null || secret === null) return;
    const data = { id, slug, title };
    const subject = title ?? slug;
    const notification = { event, subject, url, secret, data };
    // Visitors get in even if the outbox fails.
    await repository
      .transaction((transaction) => notifications.enqueue(transaction, notification))
      .then(notifications.wake)
      .catch(onError);
  };
  const spend = async (before: Bundle): Promise<VisitedBundle> => {
    const grant = grants.issue(before, clock.now());
    const { share: bundle, isLastView } = await visits.spend(before);
    await notify(before, 'bundle.opened');
    return { bundle, isLastView, grant };
  };

  return {
    peek: async (slug: string, signal: AbortSignal) => counted(await peek(slug, signal)),
    /** Returns the bundle of a visit as it is now; without a valid grant like `peek`. */
    async look(slug: string, grant: string | undefined, signal: AbortSignal) {
      const bundle = counted(await peek(slug, signal, grant));
      if (!grant || !grants.isValid(grant, bundle, clock.now())) return { bundle };
      const isLastView = bundle.maxViews !== null && bundle.views >= bundle.maxViews;
      return { bundle, isLastView, grant };
    },
    /**
     * Spends a visit of a bundle without password; returns one with a password as locked.
     *
     * @param isFree true to spend none, as for HEAD
     */
    async open(slug: string, isFree: boolean, signal: AbortSignal) {
      const bundle = await peek(slug, signal);
      const isLocked = bundle.passwordHash !== null;
      return isLocked || isFree ? { bundle: counted(bundle) } : spend(bundle);
    },
    /** Checks the password, then spends a visit. */
    async unlock(slug: string, password: string, source: string, signal: AbortSignal) {
      const bundle = await peek(slug, signal);
      await checkPassword(bundle, password, source);
      return spend(bundle);
    },
    /** Grant for the thumbnails on the page of a bundle that has neither password nor limit; costs no visit. */
    thumbnailGrant: (bundle: Bundle) =>
      grants.issue(bundle, clock.now(), GRANT_LIFETIME_MS, 'thumbnails'),
    versionOf: visits.versionOf,
    authorize: visits.authorize,
    spend,
    notifyDownload: (bundle: Bundle) => notify(bundle, 'bundle.downloaded'),
  };
}
