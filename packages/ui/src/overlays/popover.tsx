import { Popover as Primitive } from '@base-ui/react/popover';
import clsx from 'clsx';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { CloseButton } from '../actions/close-button.tsx';
import {
  AT_BOTTOM_CLASS,
  SHEET_CLASS,
  SHEET_SCRIM_CLASS,
  SheetContent,
  useIsSheet,
} from './bottom-sheet.tsx';
import { FOCUSED_PART, firstControl } from './first-control.ts';
import { POPUP_CLASS, POSITIONER_CLASS } from './popup-class.ts';

export interface PopoverProps {
  /** Button that opens it. */
  trigger: ReactElement;
  title: string;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  /** Styles the popup next to the button, not the sheet on phones. */
  className?: string;
  children: ReactNode;
}

/** A few controls next to their button; the page stays usable. On phones it is a sheet at the bottom. */
export function Popover({
  trigger,
  title,
  isOpen,
  onOpenChange,
  className,
  children,
}: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isSheet = useIsSheet();
  return (
    <Primitive.Root open={isOpen} onOpenChange={onOpenChange} modal={isSheet}>
      <Primitive.Trigger render={trigger} />
      <Primitive.Portal>
        {isSheet && <Primitive.Backdrop className={SHEET_SCRIM_CLASS} />}
        <Primitive.Positioner
          align="end"
          sideOffset={6}
          collisionPadding={8}
          className={clsx(POSITIONER_CLASS, isSheet && AT_BOTTOM_CLASS)}
        >
          <Primitive.Popup
            ref={popup}
            initialFocus={firstControl(popup)}
            className={
              isSheet
                ? SHEET_CLASS
                : clsx(POPUP_CLASS, 'w-80 max-w-(--available-width) p-4', className)
            }
          >
            {isSheet ? (
              <SheetContent>
                <div className="flex items-center gap-3 px-3 pt-2 pb-3">
                  <Primitive.Title className="min-w-0 flex-1 text-heading">{title}</Primitive.Title>
                  <Primitive.Close render={<CloseButton />} />
                </div>
                <div {...FOCUSED_PART} className="px-3 pb-3">
                  {children}
                </div>
              </SheetContent>
            ) : (
              <div {...FOCUSED_PART}>
                <Primitive.Title className="mb-3 text-heading">{title}</Primitive.Title>
                {children}
              </div>
            )}
          </Primitive.Popup>
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
