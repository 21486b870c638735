import { Dialog as Primitive } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { type ReactNode, type RefObject, useRef } from 'react';
import { CloseButton } from '../actions/close-button.tsx';
import { useCloseOnBack } from './bottom-sheet.tsx';
import { FOCUSED_PART, firstControl } from './first-control.ts';
import { focusAfterwards } from './focus-afterwards.ts';
import { OverlayFooter } from './overlay-footer.tsx';

const SCRIM_CLASS =
  'fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0';
const FULL_CLASS =
  'fixed inset-0 z-50 flex flex-col bg-surface outline-none transition-opacity duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0';
const POPUP_CLASS =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] w-full flex-col rounded-t-xl border border-line bg-surface shadow-md outline-none ' +
  'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[86dvh] sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl ' +
  'transition-[opacity,transform] duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0 data-[starting-style]:scale-[0.98]';

const WIDTH_CLASS = {
  small: 'sm:max-w-md',
  medium: 'sm:max-w-xl',
  large: 'sm:max-w-5xl',
} as const;

/** Dialogs are at the bottom of narrow windows, and in the middle of others. */
const isNarrow = () => window.matchMedia('(width < 40rem)').matches;

export interface DialogProps {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** `full` covers the window, without padding around the content. */
  width?: keyof typeof WIDTH_CLASS | 'full';
  /** Near-black in either theme, so that nothing outshines a picture. */
  isDark?: boolean;
  /** Buttons next to the close button. */
  actions?: ReactNode;
  /** Element with the initial focus; default the first field, or the first control below the title. */
  initialFocus?: RefObject<HTMLElement | null>;
  footer?: ReactNode;
  children?: ReactNode;
}

export function Dialog({
  onClose,
  title,
  description,
  width = 'small',
  isDark = false,
  initialFocus,
  actions,
  footer,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack();
  return (
    <Primitive.Root
      open
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Primitive.Portal>
        <Primitive.Backdrop forceRender className={SCRIM_CLASS} />
        <Primitive.Popup
          ref={popup}
          className={clsx(
            width === 'full' ? FULL_CLASS : [POPUP_CLASS, WIDTH_CLASS[width]],
            isDark && 'bg-[#0c0d0d]! text-ink scheme-dark',
          )}
          initialFocus={initialFocus ?? firstControl(popup)}
          finalFocus={focusAfterwards}
        >
          <div
            className={clsx(
              'flex items-center gap-3',
              width === 'full' ? 'border-b border-line px-3 py-2 sm:px-4' : 'px-5 pt-4 pb-2',
            )}
          >
            <Primitive.Title className="min-w-0 flex-1 text-base font-semibold wrap-anywhere">
              {title}
            </Primitive.Title>
            {actions}
            <CloseButton onClick={onClose} />
          </div>
          <div
            {...FOCUSED_PART}
            className={clsx(
              'min-h-0 flex-1',
              width === 'full' ? 'flex flex-col' : 'overflow-y-auto px-5 pb-5',
            )}
          >
            {description && (
              <Primitive.Description className="mb-3 text-sm text-ink-muted wrap-anywhere">
                {description}
              </Primitive.Description>
            )}
            {children}
          </div>
          {footer && (
            <OverlayFooter isAtBottom={() => width === 'full' || isNarrow()}>
              {footer}
            </OverlayFooter>
          )}
        </Primitive.Popup>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
