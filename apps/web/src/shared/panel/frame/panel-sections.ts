import { decideAccess, type Principal } from '@satchel/api-client/permissions';
import {
  Bell,
  Database,
  Eye,
  Files,
  FileText,
  FolderTree,
  Globe,
  Inbox,
  KeyRound,
  Layers,
  LayoutDashboard,
  type LucideIcon,
  Network,
  ScrollText,
  Settings,
  UserRound,
} from 'lucide-react';
import { ADMIN_PAGE_ACCESS, type AdminPage } from '#shared/session/page-guards.ts';

export interface PanelGroup {
  readonly name: 'overview' | 'shares' | 'storage' | 'access' | 'settings';
  /** Pages with their icons. */
  readonly sections: readonly (readonly [AdminPage, LucideIcon])[];
}

export const panelPath = (page: AdminPage) =>
  page === 'dashboard' ? '/admin' : (`/admin/${page}` as const);

/** All pages of the admin panel, in the order of its navigation. */
const PANEL_GROUPS: readonly PanelGroup[] = [
  {
    name: 'overview',
    sections: [['dashboard', LayoutDashboard]],
  },
  {
    name: 'shares',
    sections: [
      ['text-management', FileText],
      ['file-management', Files],
      ['bundle-management', Layers],
      ['upload-requests', Inbox],
    ],
  },
  {
    name: 'storage',
    sections: [
      ['storage-config', Database],
      ['mount-management', FolderTree],
    ],
  },
  {
    name: 'access',
    sections: [
      ['key-management', KeyRound],
      ['account', UserRound],
      ['audit-log', ScrollText],
      ['notifications', Bell],
    ],
  },
  {
    name: 'settings',
    sections: [
      ['settings/global', Settings],
      ['settings/webdav', Network],
      ['settings/preview', Eye],
      ['settings/site', Globe],
    ],
  },
];

/** Icons of the pages, as the navigation shows them. */
export const PANEL_ICONS = Object.fromEntries(
  PANEL_GROUPS.flatMap(({ sections }) => sections),
) as Record<AdminPage, LucideIcon>;

/** Pages that a principal may use (SPEC 6). Omits other pages and empty groups. */
export function panelGroupsFor(principal: Principal): readonly PanelGroup[] {
  return PANEL_GROUPS.map(({ name, sections }) => ({
    name,
    sections: sections.filter(([page]) => decideAccess(principal, ADMIN_PAGE_ACCESS[page]).allowed),
  })).filter(({ sections }) => sections.length > 0);
}
