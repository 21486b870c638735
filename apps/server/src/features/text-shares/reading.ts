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
  /** Records wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
  /** Checks that a text of so many bytes leaves the disk enough space to delete. */
  readonly assertSpaceFor: (bytes: number) => Promise<void>;
  readonly clock: Clock;
}

/** Share whose view is spent, so that its text may be shown. */
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
  /** Public facts of an open share; spends no view. */
  const peek = async (slug: string) => {
    const share = await memory.find(slug);
    if (!share) throw new AppError('text_shares.not_found');
    const state = shareState(share, clock.now());
    if (state !== 'open') throw new AppError(`text_shares.${state}`);
    return share;
  };

  /** Reads a share again that has changed since it was read, bypassing the cache. */
  const lookAgain = ({ slug }: TextShareSummary) => {
    memory.drop([slug]);
    return peek(slug);
  };

  // Views since a cached share was read, because the cached share does not include them.
  const viewsSinceRead = new WeakMap<TextShareSummary, number>();
  /** Share including the views that are not written yet. */
  const counted = (share: TextShareSummary) => {
    const unwritten = Math.max(counter.waiting(share.id), viewsSinceRead.get(share) ?? 0);
    return { ...share, views: share.views + unwritten };
  };

  /** Returns undefined if the share has changed since it was read. */
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
    /** Length of its text in UTF-8 bytes. */
    contentBytesOf: repository.contentBytesOf,
    /** Checks only the password, for a HEAD or a 304 that shows no text. */
    checkPassword,
    /**
     * Spends a view of a share without password; returns one with a password as locked. The returned
     * share is the current one, which may have changed since `peek`.
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
