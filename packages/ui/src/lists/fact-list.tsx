import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface FactListProps {
  /** Puts each value below its term instead of beside it, for narrow panels. */
  isStacked?: boolean;
  className?: string;
  children: ReactNode;
}

/** List of terms with their values. */
export function FactList({ isStacked = false, className = 'text-sm', children }: FactListProps) {
  return (
    <dl
      className={clsx(
        isStacked
          ? 'flex flex-col gap-2.5 [&_dt]:text-caption'
          : 'grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 *:contents',
        className,
      )}
    >
      {children}
    </dl>
  );
}

/** A term and its value; nothing without a value. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div>
      <dt className="wrap-anywhere text-ink-muted">{term}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}
