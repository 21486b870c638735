import type { Clock } from '#clock';
import { AppError } from '#errors';
import { type CheckDependencies, createCheckPassword, FAMILIES } from './check-password.ts';
import { GRANT_LIFETIME_MS, type GrantedShare, type Grants } from './grant.ts';
import { type ShareLimits, shareState } from './limits.ts';
import type { SpentView } from './share-statements.ts';
import type { ViewCounter } from './view-counter.ts';

/** Share or bundle, as far as its visits go. */
interface Visited extends GrantedShare, ShareLimits {
  readonly slug: string;
  readonly passwordHash: string | null;
}

/** Share whose view is spent. */
export interface Spent<Share> {
  readonly share: Share;
  readonly isLastView: boolean;
}

/** Credentials and address of a visitor. */
export interface VisitRequest {
  readonly grant: string | undefined;
  readonly password: string | undefined;
  readonly source: string;
  /** True if only a thumbnail is asked for, for which a grant for thumbnails is enough. Default false. */
  readonly isThumbnail?: boolean;
}

interface VisitDependencies<Share> extends CheckDependencies {
  readonly repository: {
    findById(id: string): Promise<Share | undefined>;
    findBySlug(slug: string): Promise<Share | undefined>;
    spendView(id: string, now: Date): Promise<SpentView | undefined>;
  };
  readonly grants: Grants;
  readonly counter: ViewCounter;
  readonly clock: Clock;
}

/** Views of links that grants prolong (CONTRACT A3, A7): who may see one, and what that costs. */
export function createVisits<Share extends Visited>(
  dependencies: VisitDependencies<Share>,
  kind: 'file-share' | 'bundle',
) {
  const { repository, grants, counter, clock } = dependencies;
  const family = FAMILIES[kind];

  const find = async (slug: string) => {
    const share = await repository.findBySlug(slug);
    if (!share) throw new AppError(`${family}.not_found`);
    return share;
  };
  const assertOpen = (share: Share, now: Date) => {
    const state = shareState(share, now);
    if (state !== 'open') throw new AppError(`${family}.${state}`);
  };
  const peek = async (slug: string, grant?: string) => {
    const share = await find(slug);
    const now = clock.now();
    if (!grant || !grants.isValid(grant, share, now)) assertOpen(share, now);
    return share;
  };
  const checkPassword = createCheckPassword(dependencies, kind, peek);

  return {
    /** Returns a share that is open, or was when the grant was issued; spends no view. */
    peek,
    checkPassword,
    /** Adds the views that are not written to the row yet. */
    counted: (share: Share): Share => ({
      ...share,
      views: share.views + counter.waiting(share.id),
    }),
    /** Spends one view. Concurrent callers never get more than are left. */
    async spend(share: Share): Promise<Spent<Share>> {
      if (share.maxViews === null) {
        const views = share.views + counter.add(share.id);
        return { share: { ...share, views }, isLastView: false };
      }
      const spent = await repository.spendView(share.id, clock.now());
      if (!spent) {
        assertOpen((await repository.findById(share.id)) ?? share, clock.now());
        throw new AppError(`${family}.used_up`);
      }
      const { views, isLastView } = spent;
      return { share: { ...share, views }, isLastView };
    },
    /** Checks that this visitor may read the content. Returns whether that costs a view, and until when. */
    async authorize(slug: string, { grant = '', password, source, isThumbnail }: VisitRequest) {
      const share = await find(slug);
      const now = clock.now();
      // A grant allows further requests for a counted view, but not after the share has expired.
      const scope = isThumbnail && grants.isForThumbnails(grant) ? 'thumbnails' : 'share';
      const grantEnd = grants.endOf(grant, share, now, scope);
      // A page from the browser's cache may have an old one, and must not cost a visit for each thumbnail.
      if (scope === 'thumbnails' && grantEnd === undefined)
        throw new AppError(`${family}.not_found`);
      if (grantEnd !== undefined) return { share, costsView: false, endsAt: grantEnd };
      assertOpen(share, now);
      if (share.passwordHash !== null) {
        if (!password) throw new AppError(`${family}.password_required`);
        await checkPassword(share, password, source);
      }
      return { share, costsView: true, endsAt: now.getTime() + GRANT_LIFETIME_MS };
    },
    /** Changes whenever grants of the share end; '' for a share that was removed or has expired. */
    async versionOf(slug: string): Promise<string> {
      const share = await repository.findBySlug(slug);
      const isGone = !share || shareState(share, clock.now()) === 'expired';
      return isGone ? '' : `${share.id} ${share.updatedAt.getTime()}`;
    },
  };
}
