import { AppError } from '#errors';
import { createCheckPassword } from '#share-rules/check-password.ts';
import { shareState } from '#share-rules/limits.ts';
import type { BundleContent } from './content.ts';
import type { BundleDependencies } from './dependencies.ts';
import type { Bundle } from './repository.ts';

/** Bundle whose visit is counted. */
export interface VisitedBundle {
  readonly bundle: Bundle;
  readonly isLastView: boolean;
  readonly grant: string;
}

/** Credentials and address of a visitor. */
export interface VisitRequest {
  readonly grant: string | undefined;
  readonly password: string | undefined;
  readonly source: string;
}

/** Visits of bundles: one visit serves everything in the bundle for an hour (CONTRACT A7). */
export function createBundleVisits(dependencies: BundleDependencies, content: BundleContent) {
  const { repository, notifications, grants, counter, clock, onError } = dependencies;

  const find = async (slug: string) => {
    const bundle = await repository.findBySlug(slug);
    if (!bundle) throw new AppError('bundles.not_found');
    return bundle;
  };
  const peek = async (slug: string, signal?: AbortSignal) => {
    const bundle = await find(slug);
    assertOpen(bundle, clock.now());
    if (signal) await content.assertThere(bundle, signal);
    return bundle;
  };
  /** Adds the visits that are not written to the row yet. */
  const counted = (bundle: Bundle) => ({
    ...bundle,
    views: bundle.views + counter.waiting(bundle.id),
  });
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
  const spend = async (bundle: Bundle): Promise<VisitedBundle> => {
    const now = clock.now();
    const grant = grants.issue(bundle, now);
    if (bundle.maxViews === null) {
      const views = bundle.views + counter.add(bundle.id);
      await notify(bundle, 'bundle.opened');
      return { bundle: { ...bundle, views }, isLastView: false, grant };
    }
    const spent = await repository.spendView(bundle.id, now);
    if (!spent) {
      assertOpen((await repository.findById(bundle.id)) ?? bundle, now);
      throw new AppError('bundles.used_up');
    }
    await notify(bundle, 'bundle.opened');
    const { views, isLastView } = spent;
    return { bundle: { ...bundle, views }, isLastView, grant };
  };
  const checkPassword = createCheckPassword(dependencies, 'bundle', peek);

  return {
    peek: async (slug: string, signal: AbortSignal) => counted(await peek(slug, signal)),
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
    /** Changes whenever grants of the bundle end; '' for one that was removed or has expired. */
    async versionOf(slug: string): Promise<string> {
      const bundle = await repository.findBySlug(slug);
      const isGone = !bundle || shareState(bundle, clock.now()) === 'expired';
      return isGone ? '' : `${bundle.id} ${bundle.updatedAt.getTime()}`;
    },
    /** Checks that this visitor may read the content. Returns whether that costs a visit. */
    async authorize(slug: string, { grant, password, source }: VisitRequest) {
      const bundle = await find(slug);
      // A grant serves all of a counted visit, but not after the bundle has expired.
      if (grant && grants.isValid(grant, bundle, clock.now())) return { bundle, costsView: false };
      assertOpen(bundle, clock.now());
      if (bundle.passwordHash !== null) {
        if (!password) throw new AppError('bundles.password_required');
        await checkPassword(bundle, password, source);
      }
      return { bundle, costsView: true };
    },
    spend,
    notifyDownload: (bundle: Bundle) => notify(bundle, 'bundle.downloaded'),
  };
}

function assertOpen(bundle: Bundle, now: Date): void {
  const state = shareState(bundle, now);
  if (state !== 'open') throw new AppError(`bundles.${state}`);
}
