import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface ChipProps {
  label: string;
  icon?: ReactNode;
  /** `saddle` for values that the user has chosen, `neutral` for defaults. */
  tone?: 'neutral' | 'saddle';
}

const TONE_CLASS = {
  neutral: 'border-line bg-sunken text-ink-muted',
  saddle: 'border-saddle/25 bg-saddle-soft text-saddle-strong',
} as const;

/** Label of a current setting, such as a password. */
export function Chip({ label, icon, tone = 'neutral' }: ChipProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border px-2.5 text-label [&_svg]:size-3.5',
        TONE_CLASS[tone],
      )}
    >
      {icon}
      <span className="truncate">{label}</span>
    </span>
  );
}
