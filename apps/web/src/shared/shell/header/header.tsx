import { Tooltip } from '@satchel/ui/overlays/tooltip';
import { Link } from '@tanstack/react-router';
import { useSelector } from '@tanstack/react-store';
import clsx from 'clsx';
import { GitFork } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { usePrincipal, useSession } from '#shared/session/use-session.ts';
import { siteConfig } from '#shared/site/site-config.ts';
import { LanguageButton } from './language-button.tsx';
import { Logo } from './logo.tsx';
import { navigationFor, PROJECT_REPOSITORY_URL } from './navigation.ts';
import { ThemeButton } from './theme-button.tsx';

const HeaderSession = lazyPart(() =>
  import('#shared/tasks/header/header-session.tsx').then((module) => module.HeaderSession),
);

export function Header() {
  const { t } = useTranslation('shell');
  const { title } = useSelector(siteConfig);
  const isLoggedIn = useSession().kind !== 'none';
  return (
    <header className="[view-transition-name:header] sticky top-0 z-30 low:static border-b border-line bg-surface/95 backdrop-blur-sm">
      <div className="mx-auto flex h-14 max-w-page items-center gap-2 px-gutter">
        <Link to="/" className="touch-target mr-4 flex min-w-0 items-center gap-2 rounded-md">
          <Logo className="size-7 shrink-0 text-saddle" />
          <span className="truncate text-base font-semibold tracking-tight">{title}</span>
        </Link>
        <nav aria-label={t('nav.label')} className="hidden md:block">
          <NavigationList />
        </nav>
        <div className="ml-auto flex items-center gap-0.5">
          {/* Phones have these in the account menu once somebody is logged in. */}
          <div className={clsx('flex items-center gap-0.5', isLoggedIn && 'max-md:hidden')}>
            <Tooltip text={t('nav.repository')} side="bottom-end">
              <a
                href={PROJECT_REPOSITORY_URL}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={t('nav.repository')}
                className="touch-target inline-flex size-9 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink"
              >
                <GitFork className="size-[1.125rem]" />
              </a>
            </Tooltip>
            <LanguageButton />
            <ThemeButton />
          </div>
          {isLoggedIn && <HeaderSession />}
        </div>
      </div>
    </header>
  );
}

function NavigationList() {
  const { t } = useTranslation('shell');
  const principal = usePrincipal();
  return (
    <ul className="flex items-center gap-1">
      {navigationFor(principal).map((entry) => (
        <li key={entry.to}>
          <Link
            to={entry.to}
            {...(entry.params && { params: entry.params })}
            activeOptions={{ exact: entry.isExact }}
            activeProps={{
              className: 'bg-accent-soft text-accent-strong',
              'aria-current': 'page',
            }}
            inactiveProps={{ className: 'text-ink-muted hover:bg-hover hover:text-ink' }}
            className="touch-target flex h-8 items-center rounded-md px-3 text-sm font-medium transition-colors"
          >
            {t(`nav.${entry.text}`)}
          </Link>
        </li>
      ))}
    </ul>
  );
}
