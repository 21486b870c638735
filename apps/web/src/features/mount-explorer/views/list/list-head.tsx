import { useSelector } from '@tanstack/react-store';
import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EntrySort } from '../../listing/sort-entries.ts';
import { explorerPreferences, setPreferences } from '../../preferences.ts';

/** Columns of the header and of every row: name, size, time, type, menu. */
export const LIST_COLUMNS_CLASS =
  'grid grid-cols-[minmax(0,1fr)_6rem_9rem_2.25rem] items-center gap-x-5 px-3 xl:grid-cols-[minmax(0,1fr)_6rem_10rem_8rem_2.25rem]';

const COLUMNS: readonly { sort: EntrySort; className?: string }[] = [
  { sort: 'name' },
  { sort: 'size', className: 'justify-end' },
  { sort: 'modified' },
  { sort: 'type', className: 'max-xl:hidden' },
];

/** Column headers of the list; each sorts by its column. */
export function ListHead() {
  const { t } = useTranslation('explorer');
  const { order } = useSelector(explorerPreferences);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would put the buttons in a form
    <div
      role="group"
      aria-label={t('sort.label')}
      className={clsx(
        LIST_COLUMNS_CLASS,
        'overflow-y-hidden border-b border-line py-1 text-caption text-ink-muted [scrollbar-gutter:stable]',
      )}
    >
      {COLUMNS.map(({ sort, className }) => {
        const isSorted = order.sort === sort;
        const Arrow = order.order === 'asc' ? ArrowUp : ArrowDown;
        return (
          <button
            key={sort}
            type="button"
            aria-pressed={isSorted}
            title={t('sort.by', { column: t(`columns.${sort}`) })}
            onClick={() =>
              setPreferences({
                order: { sort, order: isSorted && order.order === 'asc' ? 'desc' : 'asc' },
              })
            }
            className={clsx(
              '-mx-1.5 flex h-7 min-w-0 items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-ink',
              className,
            )}
          >
            <span className="truncate">{t(`columns.${sort}`)}</span>
            {isSorted && (
              <>
                <Arrow className="size-3.5 shrink-0 text-accent" />
                <span className="sr-only">{t(`sort.${order.order}`)}</span>
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}
