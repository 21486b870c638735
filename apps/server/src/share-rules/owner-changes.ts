import { hashPassword } from '#security/passwords.ts';
import { toStoredMaxViews } from './limits.ts';

interface LimitUpdate {
  readonly max_views?: number | null | undefined;
  readonly reset_views?: boolean | undefined;
  readonly use_proxy?: boolean | undefined;
  readonly password?: string | null | undefined;
}

/**
 * Columns of a link's limits that its owner changes. Absent fields stay; a new limit resets the count
 * unless the owner keeps it (CONTRACT F4).
 */
export async function limitChanges({ max_views, reset_views, use_proxy, password }: LimitUpdate) {
  const maxViews = toStoredMaxViews(max_views);
  return {
    ...(maxViews === undefined ? {} : { maxViews }),
    ...((reset_views ?? maxViews !== undefined) ? { views: 0 } : {}),
    ...(use_proxy === undefined ? {} : { useProxy: use_proxy }),
    ...(await passwordChange(password)),
  };
}

/** Column of a password that is set; null and '' remove it. */
export async function passwordChange(password: string | null | undefined) {
  if (password === undefined) return {};
  return { passwordHash: password ? await hashPassword(password) : null };
}
