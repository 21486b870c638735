import clsx from 'clsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';

export function HeadCell({ className, ...rest }: ComponentPropsWithRef<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx('px-3 py-2 font-medium whitespace-nowrap', className)}
    />
  );
}

export type SortDirection = 'ascending' | 'descending';

export interface SortHeadCellProps extends Omit<ComponentPropsWithRef<'th'>, 'onClick'> {
  label: string;
  /** Current direction if the table is sorted by this column. */
  direction: SortDirection | undefined;
  /** Called with the opposite direction, or with ascending if another column was sorted. */
  onSort: (direction: SortDirection) => void;
}

const SORT_ICON = { ascending: <ArrowUp />, descending: <ArrowDown /> } as const;

/** Header cell that sorts the table by its column. */
export function SortHeadCell({ label, direction, onSort, ...rest }: SortHeadCellProps) {
  return (
    <HeadCell {...rest} aria-sort={direction ?? 'none'}>
      <button
        type="button"
        onClick={() => onSort(direction === 'ascending' ? 'descending' : 'ascending')}
        className="touch-target -mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-ink [&_svg]:size-3.5"
      >
        {label}
        <span
          aria-hidden="true"
          className={direction ? 'text-accent' : 'text-ink-faint opacity-60'}
        >
          {direction ? SORT_ICON[direction] : <ChevronsUpDown />}
        </span>
      </button>
    </HeadCell>
  );
}

export function Row({
  isSelected,
  ...rest
}: ComponentPropsWithRef<'tr'> & { isSelected?: boolean }) {
  return (
    <tr
      {...rest}
      className={clsx(
        'transition-colors',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        rest.className,
      )}
    />
  );
}

export function Cell({ className, ...rest }: ComponentPropsWithRef<'td'>) {
  return <td {...rest} className={clsx('px-3 py-2 align-middle', className)} />;
}
