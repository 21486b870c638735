import clsx from 'clsx';

export interface ProgressBarProps {
  label: string;
  /** 0 to 1; absent while the total is not known. */
  fraction?: number | undefined;
  tone?: 'accent' | 'success' | 'danger' | 'neutral';
  className?: string;
}

const TONE_CLASS = {
  accent: 'bg-accent',
  success: 'bg-success',
  danger: 'bg-danger',
  neutral: 'bg-line-strong',
} as const;

export function ProgressBar({ label, fraction, tone = 'accent', className }: ProgressBarProps) {
  const percent = fraction === undefined ? undefined : Math.round(fraction * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className={clsx(
          'h-full rounded-full transition-[width] duration-200',
          TONE_CLASS[tone],
          percent === undefined && 'animate-sweep',
        )}
        style={{ width: `${percent ?? 100}%` }}
      />
    </div>
  );
}
