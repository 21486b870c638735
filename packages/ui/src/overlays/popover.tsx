import { Popover as Primitive } from '@base-ui/react/popover';
import clsx from 'clsx';
import type { ReactElement, ReactNode } from 'react';
import { POPUP_CLASS, POSITIONER_CLASS } from './popup-class.ts';

export interface PopoverProps {
  /** Button that opens it. */
  trigger: ReactElement;
  title: string;
  isTitleHidden?: boolean;
  side?: 'top' | 'bottom' | 'left' | 'right';
  align?: 'start' | 'center' | 'end';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A few controls next to their button; the page stays usable. */
export function Popover({
  trigger,
  title,
  isTitleHidden = false,
  side = 'bottom',
  align = 'start',
  isOpen,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        <Primitive.Positioner
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={POSITIONER_CLASS}
        >
          <Primitive.Popup
            className={clsx(POPUP_CLASS, 'w-80 max-w-(--available-width) p-4', className)}
          >
            <Primitive.Title className={clsx('mb-3 text-heading', isTitleHidden && 'sr-only')}>
              {title}
            </Primitive.Title>
            {children}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
