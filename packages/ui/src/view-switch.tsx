import clsx from 'clsx';
import type { ReactNode } from 'react';

export interface View<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** For example how many entries it has. */
  badge?: ReactNode;
  /** For example to leave it out where there is no room for it. */
  className?: string;
}

export interface ViewSwitchProps<Value extends string> {
  /** What the views are of. */
  label: string;
  views: readonly View<Value>[];
  shown: Value;
  onShow: (value: Value) => void;
  /** For a toolbar: low, and on narrow screens icons without words. Default false. */
  isCompact?: boolean;
  className?: string;
}

const SIZE_CLASS = {
  compact: 'touch-target h-7 justify-center',
  usual: 'min-h-7 pointer-coarse:min-h-11 pointer-coarse:px-4',
} as const;

/** Chooses one of some views of the same thing. It is at hand at once: for panels of a page there are `Tabs`. */
export function ViewSwitch<Value extends string>({
  label,
  views,
  shown,
  onShow,
  isCompact = false,
  className,
}: ViewSwitchProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={label}
      className={clsx(
        'inline-flex shrink-0 rounded-md border border-line bg-sunken p-0.5',
        className,
      )}
    >
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === shown}
          onClick={() => onShow(view.value)}
          className={clsx(
            'inline-flex items-center gap-1.5 rounded-[0.3rem] px-2.5 text-label whitespace-nowrap text-ink-muted transition-colors -outline-offset-2 hover:text-ink aria-pressed:bg-raised aria-pressed:text-ink aria-pressed:shadow-sm [&_svg]:size-4',
            SIZE_CLASS[isCompact ? 'compact' : 'usual'],
            view.className,
          )}
        >
          {view.icon && <span aria-hidden="true">{view.icon}</span>}
          <span className={clsx(isCompact && 'max-sm:sr-only')}>{view.label}</span>
          {view.badge}
        </button>
      ))}
    </div>
  );
}
