import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface StatTileProps {
  label: string;
  /** Formatted number with its unit. */
  value: string;
  /** Context of the number, such as "of 10 GB" or "3 more than last week". */
  detail?: ReactNode;
  icon?: ReactNode;
  tone?: 'neutral' | 'warning' | 'danger';
  /** Content below the number, such as a bar or a link. */
  children?: ReactNode;
  className?: string;
}

const TONE_CLASS = { neutral: 'text-ink', warning: 'text-warning', danger: 'text-danger' } as const;

/** Tile with one number of a dashboard. */
export function StatTile({
  label,
  value,
  detail,
  icon,
  tone = 'neutral',
  children,
  className,
}: StatTileProps) {
  return (
    <dl
      className={clsx(
        'flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-sm',
        className,
      )}
    >
      <dt className="flex items-center gap-2 text-label text-ink-muted">
        {icon && (
          <span
            aria-hidden="true"
            className="inline-flex size-7 items-center justify-center rounded-md bg-saddle-soft text-saddle [&_svg]:size-4"
          >
            {icon}
          </span>
        )}
        {label}
      </dt>
      <dd className={clsx('mt-2 text-title wrap-anywhere tabular-nums', TONE_CLASS[tone])}>
        {value}
      </dd>
      {detail && <dd className="mt-0.5 text-meta text-ink-muted">{detail}</dd>}
      {children && <dd className="mt-3">{children}</dd>}
    </dl>
  );
}
