import { isDocked, useToastInset } from '@satchel/ui/actions/use-toast-inset';
import { Link } from '@tanstack/react-router';
import { FolderOpen, Settings, SquarePen, Upload } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { navigationFor } from './navigation.ts';

const ICON = {
  home: <SquarePen />,
  upload: <Upload />,
  mounts: <FolderOpen />,
  admin: <Settings />,
};

/** Main navigation of phones, at the bottom of the window; wider screens have it in the header. */
export function TabBar() {
  const { t } = useTranslation('shell');
  const principal = usePrincipal();
  const bar = useRef<HTMLElement>(null);
  useToastInset(bar, isDocked);
  return (
    // Holds the place, so that the bar covers nothing at the end of a page.
    <div className="tab-bar h-(--tabs-height) shrink-0 md:hidden print:hidden">
      <nav
        ref={bar}
        aria-label={t('nav.label')}
        className="[view-transition-name:tabs] fixed inset-x-0 bottom-0 z-30 low:static border-t border-line bg-surface/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-sm"
      >
        <ul className="flex h-[calc(3.5rem-1px)]">
          {navigationFor(principal).map((entry) => (
            <li key={entry.to} className="min-w-0 flex-1">
              <Link
                to={entry.to}
                {...(entry.params && { params: entry.params })}
                activeOptions={{ exact: entry.isExact }}
                activeProps={{ className: 'text-accent-strong', 'aria-current': 'page' }}
                inactiveProps={{ className: 'text-ink-muted' }}
                className="flex h-full flex-col items-center justify-center gap-0.5 px-1 text-xs font-medium [&_svg]:size-5"
              >
                {ICON[entry.text]}
                <span className="max-w-full truncate">{t(`nav.${entry.text}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
