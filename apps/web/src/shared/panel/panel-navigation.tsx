import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { type PanelGroup, panelGroupsFor, panelPath } from './panel-sections.ts';

/** The pages of the panel: a column beside the page, and on narrow screens one line that scrolls. */
export function PanelNavigation() {
  const { t } = useTranslation('panel');
  const groups = panelGroupsFor(usePrincipal());
  const list = useRef<HTMLElement>(null);
  const router = useRouter();
  const path = useRouterState({ select: (state) => state.location.pathname });

  useEffect(() => {
    const line = list.current;
    const content = line?.firstElementChild;
    if (!line || !content) return;
    const showCurrent = () => {
      // By its address: a link may say only after this that it is the current one.
      const links = [...line.querySelectorAll('a')];
      const current = links.findLast(({ pathname }) => `${path}/`.startsWith(`${pathname}/`));
      // Not by `scrollIntoView`, which would scroll the page, too.
      if (current)
        line.scrollLeft = current.offsetLeft - (line.clientWidth - current.offsetWidth) / 2;
    };
    // Once now, and whenever a language or the screen has made either longer or shorter.
    const sizes = new ResizeObserver(showCurrent);
    sizes.observe(line);
    sizes.observe(content);
    // The router scrolls the bar to where it was on the page before, once the next one is there.
    const unsubscribe = router.subscribe('onRendered', showCurrent);
    return () => {
      sizes.disconnect();
      unsubscribe();
    };
  }, [path, router]);

  return (
    <nav
      ref={list}
      aria-label={t('label')}
      className="relative min-w-0 flex-1 max-lg:overflow-x-auto max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] max-lg:[scrollbar-width:none]"
    >
      <div className="flex gap-1 max-lg:w-max max-lg:pr-6 lg:flex-col lg:gap-5">
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
      </div>
    </nav>
  );
}

function Group({ group }: { group: PanelGroup }) {
  const { t } = useTranslation('panel');
  const id = useId();
  const hasName = group.name !== 'overview';
  return (
    <div>
      {hasName && (
        <p id={id} className="px-3 pb-1 text-caption font-medium text-ink-faint max-lg:sr-only">
          {t(`groups.${group.name}`)}
        </p>
      )}
      <ul aria-labelledby={hasName ? id : undefined} className="flex gap-1 lg:flex-col lg:gap-0.5">
        {group.sections.map(([page, Icon]) => (
          <li key={page}>
            <Link
              to={panelPath(page)}
              activeOptions={{ exact: page === 'dashboard', includeSearch: false }}
              activeProps={{
                className: 'bg-accent-soft text-accent-strong',
                'aria-current': 'page',
              }}
              inactiveProps={{ className: 'text-ink-muted hover:bg-hover hover:text-ink' }}
              className="touch-target flex h-9 items-center gap-2.5 rounded-md px-3 text-sm font-medium whitespace-nowrap"
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {t(`sections.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
