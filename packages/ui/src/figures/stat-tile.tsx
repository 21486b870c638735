import type { ReactNode } from 'react';

export interface StatTileProps {
  label: string;
  /** Formatted number with its unit. */
  value: string;
  /** Context of the number, such as "of 10 GB" or "3 more than last week". */
  detail: ReactNode;
  icon: ReactNode;
}

/** Tile with one number of a dashboard. */
export function StatTile({ label, value, detail, icon }: StatTileProps) {
  return (
    <dl className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-4 shadow-sm">
      <dt className="flex items-center gap-2 text-label text-ink-muted">
        <span
          aria-hidden="true"
          className="inline-flex size-7 items-center justify-center rounded-md bg-saddle-soft text-saddle [&_svg]:size-4"
        >
          {icon}
        </span>
        {label}
      </dt>
      <dd className="mt-2 text-title wrap-anywhere tabular-nums">{value}</dd>
      <dd className="mt-0.5 text-meta text-ink-muted">{detail}</dd>
    </dl>
  );
}
