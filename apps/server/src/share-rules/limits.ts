import { AppError } from '#errors';
import type { SecretKey } from '#security/secret-key.ts';

/** Limits of a share of either kind. */
export interface ShareLimits {
  readonly expiresAt: Date | null;
  readonly maxViews: number | null;
  readonly views: number;
}

export type ShareState = 'open' | 'expired' | 'used_up';

/** CONTRACT A3: expired and used-up shares answer 410 until the sweep removes them. */
export function shareState(share: ShareLimits, now: Date): ShareState {
  if (share.expiresAt !== null && share.expiresAt <= now) return 'expired';
  if (share.maxViews !== null && share.views >= share.maxViews) return 'used_up';
  return 'open';
}

export interface Guards extends Pick<ShareLimits, 'maxViews'> {
  readonly passwordHash: string | null;
}

/** True if a password or a number of views guards the content, so that nothing may reveal it before. */
export function isGuarded({ passwordHash, maxViews }: Guards): boolean {
  return passwordHash !== null || maxViews !== null;
}

/**
 * ETag for visitors. That of guarded content reveals nothing about the bytes: it is mostly an MD5, which
 * would reveal them before the password is given, or after the last view (CONTRACT A6).
 */
export function etagForVisitors(
  share: Guards & { readonly id: string },
  etag: string,
  secretKey: Pick<SecretKey, 'sign'>,
): string {
  return isGuarded(share) ? `"${secretKey.sign('etag', `${share.id}:${etag}`)}"` : etag;
}

/** SPEC 5: 0 means unlimited, which is stored as null. */
export function toStoredMaxViews(maxViews: number | null | undefined): number | null | undefined {
  return maxViews === 0 ? null : maxViews;
}

/**
 * Expiry that a caller sets, which must be in the future.
 *
 * @param current the share's present expiry: forms send it back unchanged, even after it has passed
 */
export function toStoredExpiry(
  expiresAt: string | null | undefined,
  now: Date,
  current: Date | null = null,
): Date | null | undefined {
  if (expiresAt === null || expiresAt === undefined) return expiresAt;
  const date = new Date(expiresAt);
  const isUnchanged = date.getTime() === current?.getTime();
  if (date <= now && !isUnchanged) throw new AppError('shares.expiry_invalid');
  return date;
}

/** An expiry given as hours from now, 0 for never (CONTRACT F4). */
export function expiryInHours(hours: number | null | undefined, now: Date): Date | null {
  return hours ? new Date(now.getTime() + hours * 3_600_000) : null;
}
