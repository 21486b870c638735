import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrincipal } from '#shared/session/use-session.ts';
import { NewDeliveriesBadge, NewDeliveriesStatus } from './new-deliveries.tsx';
import { type PanelGroup, panelGroupsFor, panelPath } from './panel-sections.ts';

/** Scrolls to a link. Sets the position, because `scrollIntoView` would also scroll the page. */
function show(line: HTMLElement, link: HTMLElement): void {
  line.scrollLeft = link.offsetLeft - (line.clientWidth - link.offsetWidth) / 2;
  const hidden = link.offsetTop + link.offsetHeight - line.clientHeight;
  if (line.scrollTop > link.offsetTop || line.scrollTop < hidden)
    line.scrollTop = link.offsetTop - (line.clientHeight - link.offsetHeight) / 2;
}

/** Links to the pages of the panel: a column beside the page, or a line on narrow screens. Both can scroll. */
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
      // Finds the current link by its address, because the router may mark it as current only later.
      const links = [...line.querySelectorAll('a')];
      const current = links.findLast(({ pathname }) => `${path}/`.startsWith(`${pathname}/`));
      if (current) show(line, current);
    };
    // Runs initially, and whenever the language or the window changes a size.
    const sizes = new ResizeObserver(showCurrent);
    sizes.observe(line);
    sizes.observe(content);
    // Runs again when the next page is rendered, because the router restores the bar's scroll position of the
    // last one.
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
      // Browsers do not scroll to a link that is partly visible. A pointer must not lose the link it presses.
      onFocus={({ currentTarget, target }) => {
        if (target.matches(':focus-visible')) show(currentTarget, target);
      }}
      className="relative min-w-0 flex-1 lg:-mx-1 lg:overflow-y-auto lg:px-1 lg:pb-6 max-lg:overflow-x-auto max-lg:[mask-image:linear-gradient(to_right,black_calc(100%-1.5rem),transparent)] max-lg:[scrollbar-width:none]"
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
              <Icon className="size-4 shrink-0" />
              {t(`sections.${page}`)}
              {page === 'upload-requests' && <NewDeliveriesBadge />}
            </Link>
            {page === 'upload-requests' && <NewDeliveriesStatus />}
          </li>
        ))}
      </ul>
    </div>
  );
}
