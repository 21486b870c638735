import { type Access, can, decideAccess, type Principal } from '@satchel/api-client/permissions';
import { isWithin, normalizePath } from '@satchel/permissions';

/**
 * The name of one page of the admin panel: its path below `/admin/`;
 * the dashboard is `/admin` itself.
 *
 * @example
 * const page: AdminPage = 'settings/site';
 */
export type AdminPage =
  | 'dashboard'
  | 'text-management'
  | 'file-management'
  | 'bundle-management'
  | 'upload-requests'
  | 'key-management'
  | 'mount-management'
  | 'storage-config'
  | 'audit-log'
  | 'notifications'
  | 'account'
  | 'settings/global'
  | 'settings/webdav'
  | 'settings/preview'
  | 'settings/site';

/**
 * Access rules of the admin panel's pages.
 *
 * @example
 * const access = ADMIN_PAGE_ACCESS['text-management']; // 'text'
 */
export const ADMIN_PAGE_ACCESS: Readonly<Record<AdminPage, Access>> = {
  dashboard: 'admin',
  'text-management': 'text',
  'file-management': 'file_share',
  'bundle-management': 'file_share',
  'upload-requests': 'file_share',
  'key-management': 'admin',
  'mount-management': 'admin',
  'storage-config': 'admin',
  'audit-log': 'admin',
  notifications: 'admin',
  account: 'admin',
  'settings/global': 'admin',
  'settings/webdav': 'admin',
  'settings/preview': 'admin',
  'settings/site': 'admin',
};

/**
 * Time after which a protected page validates the session again, in milliseconds: 5 minutes.
 *
 * @example
 * const minutes = AUTH_REVALIDATION_MS / 60_000; // 5
 */
export const AUTH_REVALIDATION_MS = 300_000;

/**
 * Whether a principal may enter the admin panel: administrators, and API keys with the text or the file
 * permission.
 *
 * @example
 * canEnterAdmin({ kind: 'anonymous' }); // false
 */
export function canEnterAdmin(principal: Principal): boolean {
  return decideAccess(principal, { anyOf: ['text', 'file_share'] }).allowed;
}

/**
 * First page of the admin panel for a principal: the dashboard for administrators, otherwise text management,
 * file management, or Home.
 *
 * @returns a path to navigate to
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 2, basePath: '/' } as const;
 * firstAllowedAdminPage(key); // '/admin/file-management'
 */
export function firstAllowedAdminPage(
  principal: Principal,
): '/admin' | '/admin/text-management' | '/admin/file-management' | '/' {
  if (principal.kind === 'admin') return '/admin';
  if (can(principal, 'text')) return '/admin/text-management';
  return can(principal, 'file_share') ? '/admin/file-management' : '/';
}

/**
 * Redirect for a principal that opens a page of the admin panel.
 *
 * @param principal the principal that navigates
 * @param page the requested page
 * @returns null to stay: the principal may see the page, or is anonymous and sees the login screen instead;
 * otherwise the path to navigate to
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 1, basePath: '/' } as const;
 * adminPageRedirect(key, 'account'); // '/admin/text-management'
 */
export function adminPageRedirect(principal: Principal, page: AdminPage): string | null {
  const decision = decideAccess(principal, ADMIN_PAGE_ACCESS[page]);
  if (decision.allowed || decision.reason === 'unauthenticated') return null;
  return firstAllowedAdminPage(principal);
}

/**
 * Redirect for a principal that opens a path of the mount explorer. An API key outside its base path goes to
 * its base path, and a malformed path to the root.
 *
 * @param principal the principal that navigates
 * @param path the decoded path below `/mount-explorer`
 * @returns null to stay, otherwise a path in the same form (`/` is the root)
 *
 * @example
 * const key = { kind: 'apiKey', id: '42', permissions: 256, basePath: '/team' } as const;
 * mountPathRedirect(key, '/'); // '/team'
 */
export function mountPathRedirect(principal: Principal, path: string): string | null {
  const home = normalizePath(principal.kind === 'apiKey' ? principal.basePath : '/');
  // No path is within a malformed base path, so a redirect to it would loop.
  return !home.ok || isWithin(home.path, path) ? null : home.path;
}

/**
 * Whether to validate a session before a protected page: if the last validation was more than 5 minutes ago,
 * or never.
 *
 * @param lastValidatedAtMs epoch milliseconds, null for never
 * @param nowMs epoch milliseconds
 *
 * @example
 * isRevalidationDue(0, 300_001); // true
 */
export function isRevalidationDue(lastValidatedAtMs: number | null, nowMs: number): boolean {
  return lastValidatedAtMs === null || nowMs - lastValidatedAtMs > AUTH_REVALIDATION_MS;
}

/**
 * Whether to show the environment switcher: to administrators, if the query has `showEnvSwitcher`.
 *
 * @param principal the current principal
 * @param query the page's query parameters
 *
 * @example
 * canSeeEnvSwitcher({ kind: 'admin', id: '7f3c' }, new URLSearchParams('showEnvSwitcher')); // true
 */
export function canSeeEnvSwitcher(
  principal: Principal,
  query: { has(name: string): boolean },
): boolean {
  return principal.kind === 'admin' && query.has('showEnvSwitcher');
}
