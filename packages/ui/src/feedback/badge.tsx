import clsx from 'clsx';
import type { ReactNode } from 'react';

const TONE_CLASS = {
  neutral: 'bg-sunken text-ink-muted',
  accent: 'bg-accent-soft text-accent-strong',
  saddle: 'bg-saddle-soft text-saddle-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

export interface BadgeProps {
  tone?: keyof typeof TONE_CLASS;
  icon?: ReactNode;
  children: ReactNode;
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 rounded-sm px-1.5 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        TONE_CLASS[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
