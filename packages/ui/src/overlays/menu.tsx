import { Menu as Primitive } from '@base-ui/react/menu';
import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { buttonClassName } from '../actions/button.tsx';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';
import { Tooltip } from './tooltip.tsx';

export interface MenuProps {
  /** Accessible name of the button that opens the menu. */
  label: string;
  icon?: ReactNode;
  items: readonly MenuEntry[];
  /** Shows the label on the button, instead of as a tooltip. */
  isLabelShown?: boolean;
  className?: string;
}

export function Menu({ label, icon, items, isLabelShown = false, className }: MenuProps) {
  const id = useId();
  return (
    <Primitive.Root>
      {isLabelShown ? (
        <Primitive.Trigger id={id} className={clsx(buttonClassName(), className)}>
          {icon}
          {label}
          <ChevronDown className="size-4 text-ink-faint" />
        </Primitive.Trigger>
      ) : (
        <Tooltip text={label}>
          <Primitive.Trigger
            id={id}
            aria-label={label}
            className={clsx(
              'touch-target inline-flex size-8 items-center justify-center rounded-md text-ink-muted hover:bg-hover hover:text-ink data-popup-open:bg-hover [&_svg]:size-4',
              className,
            )}
          >
            {icon}
          </Primitive.Trigger>
        </Tooltip>
      )}
      <MenuPopup items={items} sideOffset={4} align={isLabelShown ? 'start' : 'end'} />
    </Primitive.Root>
  );
}
