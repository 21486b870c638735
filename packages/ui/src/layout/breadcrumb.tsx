import clsx from 'clsx';
import { ChevronRight, Ellipsis } from 'lucide-react';
import {
  type ComponentPropsWithoutRef,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Menu } from '../overlays/menu.tsx';

export interface Crumb {
  key: string;
  label: string;
  icon?: ReactNode;
  href: string;
  /** Drag and drop handlers, for crumbs that accept drops. */
  dropProps?: Omit<ComponentPropsWithoutRef<'li'>, 'children' | 'className'>;
  isDropTarget?: boolean;
}

export interface BreadcrumbProps {
  label: string;
  /** Folders from the root to the current page. The last crumb is the current page and no link. */
  crumbs: readonly Crumb[];
  /** Called on a plain click, instead of loading `href`. */
  onSelect: (crumb: Crumb) => void;
  /** Name of the button in the middle whose menu has the crumbs that do not fit. */
  moreLabel: string;
  className?: string;
}

/**
 * Breadcrumbs of a path. Crumbs that do not fit move from the middle into a menu; the first and last ones
 * stay.
 */
export function Breadcrumb({ label, crumbs, onSelect, moreLabel, className }: BreadcrumbProps) {
  const { list, hiddenCount } = useFittingCrumbs(crumbs);
  const first = crumbs.slice(0, 1);
  const hidden = crumbs.slice(1, 1 + hiddenCount);
  const rest = crumbs.slice(1 + hiddenCount);
  // Only a name beside which nothing more can be hidden is cut short.
  const canShrink = hiddenCount >= crumbs.length - 2;
  return (
    <nav aria-label={label} className={clsx('min-w-0', className)}>
      <ol ref={list} className="flex min-w-0 items-center gap-0.5 overflow-hidden p-0.5 text-sm">
        {first.map((crumb) => (
          <CrumbItem
            key={crumb.key}
            {...{ crumb, onSelect, canShrink, isLast: crumbs.length === 1 }}
          />
        ))}
        {hidden.length > 0 && (
          <li className="flex shrink-0 items-center gap-0.5">
            <Separator />
            <Menu
              label={moreLabel}
              icon={<Ellipsis />}
              items={hidden.map((crumb) => ({
                ...{ key: crumb.key, label: crumb.label, icon: crumb.icon },
                onSelect: () => onSelect(crumb),
              }))}
            />
          </li>
        )}
        {rest.map((crumb, index) => (
          <CrumbItem
            key={crumb.key}
            {...{
              crumb,
              onSelect,
              canShrink,
              isLast: index === rest.length - 1,
              hasSeparator: true,
            }}
          />
        ))}
      </ol>
    </nav>
  );
}

/** Hides one crumb after another until the line fits. Starts again when the width or the path changes. */
function useFittingCrumbs(crumbs: readonly Crumb[]) {
  const list = useRef<HTMLOListElement>(null);
  const [fit, setFit] = useState({ crumbs, widthPx: 0, hiddenCount: 0 });
  if (fit.crumbs !== crumbs) setFit({ ...fit, crumbs, hiddenCount: 0 });

  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(([entry]) => {
      const widthPx = entry?.contentRect.width ?? 0;
      setFit((now) => (now.widthPx === widthPx ? now : { ...now, widthPx, hiddenCount: 0 }));
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    const element = list.current;
    // Measured only if a crumb can be hidden, because it makes the browser lay out the page at once.
    if (!element || fit.hiddenCount >= crumbs.length - 2) return;
    if (element.scrollWidth > element.clientWidth) {
      setFit({ ...fit, hiddenCount: fit.hiddenCount + 1 });
    }
  }, [fit, crumbs]);

  return { list, hiddenCount: fit.hiddenCount };
}

interface CrumbItemProps {
  crumb: Crumb;
  onSelect: (crumb: Crumb) => void;
  isLast: boolean;
  /** Whether the last crumb may be narrower than its name. */
  canShrink: boolean;
  hasSeparator?: boolean;
}

function CrumbItem({ crumb, onSelect, isLast, canShrink, hasSeparator = false }: CrumbItemProps) {
  // Shows only the icon on phones, so that the name of the current page fits.
  const isOnlyIcon = crumb.icon !== undefined && !isLast;
  const content = (
    <>
      {crumb.icon}
      <span className={clsx('truncate', isOnlyIcon && 'max-sm:sr-only')}>{crumb.label}</span>
    </>
  );
  const className = clsx(
    'touch-target inline-flex h-8 max-w-64 items-center gap-1.5 rounded-sm px-1.5 -outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0',
    crumb.isDropTarget && 'bg-accent-soft outline-2 outline-accent',
  );
  function select(event: MouseEvent) {
    // The browser handles clicks with a modifier: a new tab, a new window, a download.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect(crumb);
  }
  return (
    <li
      {...crumb.dropProps}
      className={clsx('flex items-center gap-0.5', isLast ? 'min-w-12' : 'shrink-0')}
    >
      {hasSeparator && <Separator />}
      {isLast ? (
        <span
          aria-current="page"
          title={crumb.label}
          className={clsx(className, 'font-medium', canShrink && 'min-w-0')}
        >
          {content}
        </span>
      ) : (
        <a
          href={crumb.href}
          onClick={select}
          className={clsx(className, 'text-ink-muted hover:bg-hover hover:text-ink')}
        >
          {content}
        </a>
      )}
    </li>
  );
}

function Separator() {
  return <ChevronRight className="size-3.5 shrink-0 text-ink-faint" />;
}
