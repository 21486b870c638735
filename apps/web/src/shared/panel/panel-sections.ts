import { decideAccess, type Principal } from '@satchel/api-client/permissions';
import type { LinkProps } from '@tanstack/react-router';
import {
  Database,
  Eye,
  Files,
  FileText,
  FolderTree,
  Globe,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Network,
  ScrollText,
  Settings,
  UserRound,
} from 'lucide-react';
import { ADMIN_PAGE_ACCESS, type AdminPage } from '#shared/session/page-guards.ts';

export interface PanelSection {
  readonly page: AdminPage;
  readonly to: NonNullable<LinkProps['to']>;
  readonly icon: LucideIcon;
}

export interface PanelGroup {
  readonly name: 'overview' | 'shares' | 'storage' | 'access' | 'settings';
  readonly sections: readonly PanelSection[];
}

/** Every page of the admin panel, in the order of its navigation. */
const PANEL_GROUPS: readonly PanelGroup[] = [
  {
    name: 'overview',
    sections: [{ page: 'dashboard', to: '/admin', icon: LayoutDashboard }],
  },
  {
    name: 'shares',
    sections: [
      { page: 'text-management', to: '/admin/text-management', icon: FileText },
      { page: 'file-management', to: '/admin/file-management', icon: Files },
    ],
  },
  {
    name: 'storage',
    sections: [
      { page: 'storage-config', to: '/admin/storage-config', icon: Database },
      { page: 'mount-management', to: '/admin/mount-management', icon: FolderTree },
    ],
  },
  {
    name: 'access',
    sections: [
      { page: 'key-management', to: '/admin/key-management', icon: KeyRound },
      { page: 'account', to: '/admin/account', icon: UserRound },
      { page: 'audit-log', to: '/admin/audit-log', icon: ScrollText },
    ],
  },
  {
    name: 'settings',
    sections: [
      { page: 'settings/global', to: '/admin/settings/global', icon: Settings },
      { page: 'settings/webdav', to: '/admin/settings/webdav', icon: Network },
      { page: 'settings/preview', to: '/admin/settings/preview', icon: Eye },
      { page: 'settings/site', to: '/admin/settings/site', icon: Globe },
    ],
  },
];

/** The pages that somebody may use (SPEC 6); others are not shown, nor groups without any. */
export function panelGroupsFor(principal: Principal): readonly PanelGroup[] {
  return PANEL_GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections.filter(
      ({ page }) => decideAccess(principal, ADMIN_PAGE_ACCESS[page]).allowed,
    ),
  })).filter(({ sections }) => sections.length > 0);
}
