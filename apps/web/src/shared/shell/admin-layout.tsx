import { Link } from '@tanstack/react-router';
import { Files, FileText, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { type AdminSection, sectionsFor } from './admin-sections.ts';

const ICON: Record<AdminSection['page'], ReactNode> = {
  'text-management': <FileText />,
  'file-management': <Files />,
  'settings/global': <Settings />,
};

export interface AdminLayoutProps {
  /** Who is logged in. */
  session: ReactNode;
  children: ReactNode;
}

export function AdminLayout({ session, children }: AdminLayoutProps) {
  const { t } = useTranslation('shell');
  const sections = sectionsFor(usePrincipal());
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col lg:flex-row">
      <aside className="flex shrink-0 items-center justify-between gap-2 border-line px-4 py-2 max-lg:border-b sm:px-6 lg:w-56 lg:flex-col lg:items-stretch lg:justify-start lg:gap-4 lg:border-r lg:py-6 lg:pr-4">
        <nav aria-label={t('admin.label')} className="min-w-0 max-lg:overflow-x-auto">
          <ul className="flex gap-1 lg:flex-col">
            {sections.map(({ page, to }) => (
              <li key={page}>
                <Link
                  to={to}
                  activeProps={{
                    className: 'bg-accent-soft text-accent-strong',
                    'aria-current': 'page',
                  }}
                  inactiveProps={{ className: 'text-ink-muted hover:bg-hover hover:text-ink' }}
                  className="touch-target flex h-9 items-center gap-2.5 rounded-md px-3 text-sm font-medium whitespace-nowrap [&_svg]:size-4"
                >
                  <span aria-hidden="true">{ICON[page]}</span>
                  {t(`admin.${page}`)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        {session}
      </aside>
      <div className="min-w-0 flex-1 px-4 py-5 sm:px-6">{children}</div>
    </div>
  );
}
