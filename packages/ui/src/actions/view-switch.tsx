import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ROOMY_CLASS, SWITCH_CLASS, SWITCHED_CLASS } from '../forms/switch-class.ts';

export interface View<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
  /** Extra content, such as the number of entries. */
  badge?: ReactNode;
  /** Class of the button, for example to hide it on narrow screens. */
  className?: string;
}

export interface ViewSwitchProps<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  views: readonly View<Value>[];
  shown: Value;
  onShow: (value: Value) => void;
  /** Small size for toolbars, with only icons on narrow screens. Default false. */
  isCompact?: boolean;
  className?: string;
}

/** Switches between views of the same data, without panels. For panels of a page use `Tabs`. */
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
    <div role="group" aria-label={label} className={clsx(SWITCH_CLASS, 'shrink-0', className)}>
      {views.map((view) => (
        <button
          key={view.value}
          type="button"
          aria-pressed={view.value === shown}
          onClick={() => onShow(view.value)}
          className={clsx(
            SWITCHED_CLASS,
            isCompact ? 'touch-target h-7 justify-center' : ROOMY_CLASS,
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
