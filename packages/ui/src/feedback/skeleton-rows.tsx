import clsx from 'clsx';
import { Skeleton } from './skeleton.tsx';

const WIDTHS = ['w-48', 'w-64', 'w-40', 'w-56', 'w-44', 'w-60', 'w-36', 'w-52'];

export interface SkeletonRowsProps {
  /** At most eight, which is the default. */
  count?: number;
}

/** Placeholder of a list while it loads: rows with an icon and a name. */
export function SkeletonRows({ count = WIDTHS.length }: SkeletonRowsProps) {
  return (
    <div className="flex flex-col gap-4 p-4">
      {WIDTHS.slice(0, count).map((width) => (
        <div key={width} className="flex items-center gap-3">
          <Skeleton className="size-5" />
          <Skeleton className={clsx('h-4 max-w-full', width)} />
        </div>
      ))}
    </div>
  );
}
