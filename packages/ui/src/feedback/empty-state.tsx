import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  description?: ReactNode;
  action?: ReactNode;
  /** Whether the title is the page's main heading. */
  isPageHeading?: boolean;
}

export function EmptyState({ icon, title, description, action, isPageHeading }: EmptyStateProps) {
  const Heading = isPageHeading ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-12 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-1.5 inline-flex size-14 items-center justify-center rounded-xl bg-saddle-soft text-saddle [&_svg]:size-6.5 [&_svg]:stroke-[1.5]"
        >
          {icon}
        </span>
      )}
      <Heading className="text-heading">{title}</Heading>
      {description && <div className="text-body text-ink-muted text-pretty">{description}</div>}
      {action && (
        <div className="mt-3 flex max-w-full flex-wrap justify-center gap-2 *:h-auto *:min-h-9 *:shrink *:whitespace-normal">
          {action}
        </div>
      )}
    </div>
  );
}
