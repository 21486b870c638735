import type { ApiKeyPrincipal } from '@satchel/api-client/permissions';
import { ANONYMOUS } from '@satchel/permissions';
import { describe, expect, it } from 'vitest';
import {
  ADMIN_PAGE_ACCESS,
  type AdminPage,
  adminPageRedirect,
  canEnterAdmin,
  canSeeEnvSwitcher,
  firstAllowedAdminPage,
  isRevalidationDue,
  mountPathRedirect,
} from './page-guards.ts';

const ADMIN = { kind: 'admin', id: '1' } as const;
const ADMIN_PAGES = Object.keys(ADMIN_PAGE_ACCESS) as AdminPage[];

function keyWith(permissions: number, basePath = '/'): ApiKeyPrincipal {
  return { kind: 'apiKey', id: '42', permissions, basePath };
}

describe('the admin panel (SPEC 2, SPEC 6)', () => {
  it.each([
    ['text only', keyWith(1), '/admin/text-management'],
    ['file only', keyWith(2), '/admin/file-management'],
    ['text and file', keyWith(3), '/admin/text-management'],
    ['mounts only', keyWith(7936), '/'],
    ['nothing', keyWith(0), '/'],
    ['an administrator', ADMIN, '/admin'],
  ])('sends %s first to %s', (_who, principal, page) => {
    expect(firstAllowedAdminPage(principal)).toBe(page);
  });

  it('may be entered by administrators and by keys with text or file', () => {
    expect([ADMIN, keyWith(1), keyWith(2)].every(canEnterAdmin)).toBe(true);
    expect([ANONYMOUS, keyWith(0), keyWith(7936)].some(canEnterAdmin)).toBe(false);
  });

  it('has exactly four pages that are not for administrators only', () => {
    const redirected = ADMIN_PAGES.filter((page) => adminPageRedirect(keyWith(3), page) !== null);
    expect(redirected).toEqual(
      ADMIN_PAGES.filter(
        (page) =>
          !['text-management', 'file-management', 'bundle-management', 'upload-requests'].includes(
            page,
          ),
      ),
    );
    expect(redirected).toHaveLength(11);
  });

  it('sends a key from the dashboard to its first page', () => {
    expect(adminPageRedirect(keyWith(2), 'dashboard')).toBe('/admin/file-management');
    expect(adminPageRedirect(keyWith(2), 'text-management')).toBe('/admin/file-management');
    expect(adminPageRedirect(keyWith(0), 'file-management')).toBe('/');
  });

  it('redirects neither administrators nor the anonymous, who see the login screen', () => {
    for (const page of ADMIN_PAGES) {
      expect(adminPageRedirect(ADMIN, page)).toBeNull();
      expect(adminPageRedirect(ANONYMOUS, page)).toBeNull();
    }
  });
});

describe('the mount explorer (SPEC 2)', () => {
  it.each([
    ['/team', '/team', null],
    ['/team', '/team/docs/', null],
    ['/team', '/', '/team'],
    ['/team', '/teams', '/team'],
    ['/team/', '/team/../x', '/team'],
    ['/', '/anything', null],
  ])('for a key of %s, %s redirects to %s', (basePath, path, redirect) => {
    expect(mountPathRedirect(keyWith(256, basePath), path)).toBe(redirect);
  });

  it('sends others to the top only from a malformed path', () => {
    expect(mountPathRedirect(ADMIN, '/a/b')).toBeNull();
    expect(mountPathRedirect(ADMIN, '/a/..')).toBe('/');
  });

  it('does not send a key with a malformed base path in circles', () => {
    expect(mountPathRedirect(keyWith(256, '/a/..'), '/a')).toBeNull();
  });
});

describe('sessions (SPEC 2)', () => {
  it('are validated anew after more than 5 minutes', () => {
    expect(isRevalidationDue(null, 0)).toBe(true);
    expect(isRevalidationDue(1_000, 301_000)).toBe(false);
    expect(isRevalidationDue(1_000, 301_001)).toBe(true);
  });

  it('show the environment switcher only to an administrator who asks for it', () => {
    const asked = new URLSearchParams('showEnvSwitcher=1');
    expect(canSeeEnvSwitcher(ADMIN, asked)).toBe(true);
    expect(canSeeEnvSwitcher(ADMIN, new URLSearchParams())).toBe(false);
    expect(canSeeEnvSwitcher(keyWith(3), asked)).toBe(false);
  });
});
