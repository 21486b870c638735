import clsx from 'clsx';

/**
 * Decorative: the text beside it, or `aria-busy` on a parent, tells screen readers that something is loading.
 */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-4 shrink-0 animate-spin rounded-full border-2 border-current border-t-transparent opacity-80',
        className,
      )}
    />
  );
}
