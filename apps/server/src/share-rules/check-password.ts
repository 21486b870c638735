import { AppError } from '#errors';
import type { AuditTrail } from '#security/audit-trail.ts';
import { verifyPassword } from '#security/passwords.ts';
import type { ThrottleService } from '#throttles/throttles.ts';
import type { ShareLimits } from './limits.ts';

interface CheckedShare extends Pick<ShareLimits, 'maxViews'> {
  readonly slug: string;
  readonly passwordHash: string | null;
}

export interface CheckDependencies {
  readonly throttles: ThrottleService;
  /** Records wrong passwords. */
  readonly refusals: Pick<AuditTrail, 'refused'>;
}

/** Family of the errors of each kind. */
export const FAMILIES = {
  'text-share': 'text_shares',
  'file-share': 'file_shares',
  bundle: 'bundles',
} as const;

/**
 * Checks only the password of a share.
 *
 * @param peek throws if the share is used up
 */
export function createCheckPassword(
  { throttles, refusals }: CheckDependencies,
  kind: keyof typeof FAMILIES,
  peek: (slug: string) => Promise<unknown>,
) {
  const family = FAMILIES[kind];
  return async (share: CheckedShare, password: string, source: string) => {
    const { passwordHash, slug } = share;
    if (passwordHash === null) throw new AppError(`${family}.no_password`);
    const isRight = await throttles.guard({ kind, target: slug, source }, async () => {
      // Other visitors may have used the share up while this one waited for its turn.
      if (share.maxViews !== null) await peek(slug);
      return (await verifyPassword(password, passwordHash)) || undefined;
    });
    if (!isRight) {
      refusals.refused({ credential: 'share_password', target: slug, source });
      throw new AppError(`${family}.wrong_password`);
    }
  };
}
