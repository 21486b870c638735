import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface SpecimensProps {
  name: string;
  /** One below the other instead of side by side. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A component under its name, in its variants. */
export function Specimens({ name, isStacked = false, children }: SpecimensProps) {
  return (
    <div className="min-w-0">
      <h3 className="mb-2.5 text-label text-ink-muted">{name}</h3>
      <div className={clsx('flex gap-3', isStacked ? 'flex-col' : 'flex-wrap items-start')}>
        {children}
      </div>
    </div>
  );
}
