import type { ReactNode } from 'react';

export interface BarProps {
  label: string;
  icon: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Bar below the header for messages about the whole app. */
export function Bar({ label, icon, actions, children }: BarProps) {
  return (
    <section aria-label={label} className="animate-appear border-b border-line bg-sunken text-sm">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-3 gap-y-1.5 px-gutter py-1.5">
        <span aria-hidden="true" className="shrink-0 text-saddle [&_svg]:size-4.5">
          {icon}
        </span>
        <p role="status" className="min-w-0 flex-[1_1_12rem] wrap-anywhere">
          {children}
        </p>
        {actions}
      </div>
    </section>
  );
}
