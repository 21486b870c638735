import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface ProgressBarProps {
  label: string;
  /** 0 to 1; undefined while the total is unknown. */
  fraction?: number | undefined;
  tone?: 'accent' | 'success' | 'danger' | 'neutral';
  /** Text at the end of the line above the bar, after the label, such as "3 of 12 files, 2 minutes left". */
  detail?: ReactNode;
  /** Text that screen readers read instead of the percentage. */
  valueText?: string;
  className?: string;
}

const TONE_CLASS = {
  accent: 'bg-accent',
  success: 'bg-success',
  danger: 'bg-danger',
  neutral: 'bg-line-strong',
} as const;

export function ProgressBar({
  label,
  fraction,
  tone = 'accent',
  detail,
  valueText,
  className,
}: ProgressBarProps) {
  const percent = fraction === undefined ? undefined : Math.round(fraction * 100);
  const bar = (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
      className={clsx(
        'overflow-hidden rounded-full bg-line',
        detail === undefined ? ['h-1.5', className] : 'h-2',
      )}
    >
      <div
        className={clsx(
          'h-full rounded-full transition-transform duration-slow',
          TONE_CLASS[tone],
          percent === undefined &&
            'w-1/3 animate-travel motion-reduce:w-full motion-reduce:opacity-50',
        )}
        // Moves a full bar into view: browsers do that without computing layout again in every frame.
        style={percent === undefined ? undefined : { transform: `translateX(${percent - 100}%)` }}
      />
    </div>
  );
  if (detail === undefined) return bar;
  return (
    <div className={clsx('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 text-meta">
        <span aria-hidden="true" className="font-medium">
          {label}
        </span>
        <span className="text-ink-muted tabular-nums">{detail}</span>
      </div>
      {bar}
    </div>
  );
}
