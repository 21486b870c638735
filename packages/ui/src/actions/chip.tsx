import clsx from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface ChipProps {
  label: string;
  icon?: ReactNode;
  /** `saddle` for values that the user has chosen, `neutral` for defaults. */
  tone?: 'neutral' | 'saddle';
  /** Label of the remove button, such as "Remove the filter: images". Required with `onRemove`. */
  removeLabel?: string;
  onRemove?: () => void;
}

const TONE_CLASS = {
  neutral: 'border-line bg-sunken text-ink-muted',
  saddle: 'border-saddle/25 bg-saddle-soft text-saddle-strong',
} as const;

/** A removable label of a current setting, such as a filter. */
export function Chip({ label, icon, tone = 'neutral', removeLabel, onRemove }: ChipProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-7 max-w-full items-center gap-1.5 rounded-full border pl-2.5 text-label [&_svg]:size-3.5',
        onRemove ? 'pr-0.5 pointer-coarse:h-11' : 'pr-2.5',
        TONE_CLASS[tone],
      )}
    >
      {icon}
      <span className="truncate">{label}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={removeLabel}
          onClick={onRemove}
          className="touch-target inline-flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-hover"
        >
          <X />
        </button>
      )}
    </span>
  );
}
