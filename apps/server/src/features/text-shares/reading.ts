import type { Clock } from '#clock';
import { AppError } from '#errors';
import type { ApiKeyService } from '#features/api-keys/service.ts';
import type { AuditTrail } from '#security/audit-trail.ts';
import { createCheckPassword } from '#share-rules/check-password.ts';
import { shareState } from '#share-rules/limits.ts';
import type { ViewCounter } from '#share-rules/view-counter.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { TextShareRepository, TextShareSummary } from './repository.ts';
import type { ShareMemory } from './share-memory.ts';

/** Dependencies of the services of text shares. */
export interface TextShareDependencies {
  readonly repository: TextShareRepository;
  readonly apiKeys: ApiKeyService;
  readonly memory: ShareMemory;
  readonly counter: ViewCounter;
  readonly throttles: ThrottleService;
  /** Counts wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  readonly clock: Clock;
}

/** A share whose view is spent: its text may be shown. */
export interface OpenedTextShare {
  readonly share: TextShareSummary;
  readonly content: string;
  readonly isLastView: boolean;
}

export interface LockedTextShare {
  readonly share: TextShareSummary;
  readonly isLocked: true;
}

/** Reading of text shares by visitors. */
export function createTextShareReading(dependencies: TextShareDependencies) {
  const { repository, memory, counter, clock } = dependencies;
  /** A share that is open to be viewed: what anybody may know of it. Spends nothing. */
  const peek = async (slug: string) => {
    const share = await memory.find(slug);
    if (!share) throw new AppError('text_shares.not_found');
    const state = shareState(share, clock.now());
    if (state !== 'open') throw new AppError(`text_shares.${state}`);
    return share;
  };

  /** At a share that has changed since it was looked at, whatever is remembered of it. */
  const lookAgain = ({ slug }: TextShareSummary) => {
    memory.drop([slug]);
    return peek(slug);
  };

  // A remembered share does not learn of its views that were written since it was read.
  const viewsSinceRead = new WeakMap<TextShareSummary, number>();
  /** The share with its views that are not written yet, as it is shown. */
  const counted = (share: TextShareSummary) => {
    const unwritten = Math.max(counter.waiting(share.id), viewsSinceRead.get(share) ?? 0);
    return { ...share, views: share.views + unwritten };
  };

  /** Returns nothing if the share has changed since it was looked at. */
  const deliver = async (share: TextShareSummary): Promise<OpenedTextShare | undefined> => {
    if (share.maxViews !== null) {
      const spent = await repository.spendView(share, clock.now());
      return spent && { ...spent, share: { ...share, views: spent.views } };
    }
    const content = await memory.contentOf(share);
    if (content === undefined) return undefined;
    const views = Math.max(counter.add(share.id), (viewsSinceRead.get(share) ?? 0) + 1);
    viewsSinceRead.set(share, views);
    return { share: counted(share), content, isLastView: false };
  };

  const checkPassword = createCheckPassword(dependencies, 'text-share', peek);

  return {
    peek,
    counted,
    /** How long its text is in UTF-8. */
    contentBytesOf: repository.contentBytesOf,
    /** The password alone, for a HEAD or a 304 that shows nothing. */
    checkPassword,
    /**
     * Spends a view of a share without password; one with a password comes back unopened. What comes
     * back is the share as it is now, which may have changed since `peek`.
     */
    async open(share: TextShareSummary): Promise<OpenedTextShare | LockedTextShare> {
      for (let current = share; ; current = await lookAgain(current)) {
        if (current.passwordHash !== null) return { share: counted(current), isLocked: true };
        const opened = await deliver(current);
        if (opened) return opened;
      }
    },
    /** Checks the password, then spends a view. */
    async unlock(share: TextShareSummary, password: string, source: string) {
      for (let current = share; ; current = await lookAgain(current)) {
        await checkPassword(current, password, source);
        const opened = await deliver(current);
        if (opened) return opened;
      }
    },
  };
}
