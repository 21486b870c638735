import { decideAccess, type Principal } from '@satchel/permissions';
import { ADMIN_PAGE_ACCESS, type AdminPage } from '@satchel/permissions/guards';
import type { LinkProps } from '@tanstack/react-router';

export interface AdminSection {
  readonly page: Extract<AdminPage, 'text-management' | 'file-management' | 'settings/global'>;
  readonly to: NonNullable<LinkProps['to']>;
}

/** The sections of the admin panel that exist, in order. */
const ADMIN_SECTIONS: readonly AdminSection[] = [
  { page: 'text-management', to: '/admin/text-management' },
  { page: 'file-management', to: '/admin/file-management' },
  { page: 'settings/global', to: '/admin/settings/global' },
];

/** The sections that somebody may use (SPEC 6); others are not shown. */
export function sectionsFor(principal: Principal): readonly AdminSection[] {
  return ADMIN_SECTIONS.filter(
    ({ page }) => decideAccess(principal, ADMIN_PAGE_ACCESS[page]).allowed,
  );
}
