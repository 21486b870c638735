import clsx from 'clsx';
import type { ReactNode } from 'react';

const TONE_CLASS = {
  info: 'border-accent/30 bg-accent-soft',
  warning: 'border-warning/30 bg-warning-soft',
  danger: 'border-danger/30 bg-danger-soft',
} as const;

export interface NoticeProps {
  tone?: keyof typeof TONE_CLASS;
  icon?: ReactNode;
  action?: ReactNode;
  /** `alert` interrupts a screen reader; `status` waits until it is idle. */
  role?: 'alert' | 'status' | 'note';
  children: ReactNode;
}

export function Notice({ tone = 'info', icon, action, role = 'note', children }: NoticeProps) {
  return (
    <div
      role={role}
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-3.5 py-2.5 text-sm text-ink',
        TONE_CLASS[tone],
      )}
    >
      <div className="flex min-w-0 flex-[1_1_12rem] gap-2.5">
        {icon && (
          <span aria-hidden="true" className="mt-px shrink-0 [&_svg]:size-4.5">
            {icon}
          </span>
        )}
        <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
      </div>
      {action}
    </div>
  );
}
