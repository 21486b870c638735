import clsx from 'clsx';
import type { ComponentPropsWithRef, ReactNode } from 'react';

export interface TableProps {
  caption: string;
  head: ReactNode;
  children: ReactNode;
}

/** Scrolls sideways by itself, not with the page; focusable, so that the keyboard can scroll it. */
export function Table({ caption, head, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable (WCAG 2.1.1)
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-b border-line text-xs text-ink-muted">
          <tr>{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

export function HeadCell({ className, ...rest }: ComponentPropsWithRef<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={clsx('px-3 py-2 font-medium whitespace-nowrap', className)}
    />
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
