import clsx from 'clsx';

export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block animate-sweep rounded-md bg-line/70', className)}
    />
  );
}
