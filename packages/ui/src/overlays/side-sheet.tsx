import { Drawer } from '@base-ui/react/drawer';
import clsx from 'clsx';
import { type ReactNode, type RefObject, useRef } from 'react';
import { CloseButton } from '../actions/close-button.tsx';
import { useToastInset } from '../actions/use-toast-inset.ts';
import { useIsSheet } from './bottom-sheet.tsx';
import { FOCUSED_PART, firstControl } from './first-control.ts';
import { focusAfterwards } from './focus-afterwards.ts';
import { OverlayFooter } from './overlay-footer.tsx';

export interface SideSheetProps {
  /**
   * Called when the user wants to close it. The caller can refuse, for example because of unsaved changes, by
   * rendering it further.
   */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** With `false` the page beside it stays usable, and only its own button closes it. */
  isModal?: boolean;
  /** Element with the initial focus; default the first field, or the first control below the title. With `false` the focus stays where it is. */
  initialFocus?: RefObject<HTMLElement | null> | false;
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
}

const POPUP_CLASS =
  'flex flex-col border-line bg-surface text-ink shadow-lg outline-none transition-transform duration-slow ease-enter ' +
  'data-swiping:duration-0 data-swiping:select-none';
const RIGHT_CLASS =
  'ml-auto h-full w-[min(28rem,100vw)] border-l [transform:translateX(var(--drawer-swipe-movement-x))] ' +
  'data-starting-style:[transform:translateX(100%)] data-ending-style:[transform:translateX(100%)]';
const BOTTOM_CLASS =
  'mt-auto max-h-[92dvh] w-full rounded-t-xl border-t [transform:translateY(var(--drawer-swipe-movement-y))] ' +
  'data-starting-style:[transform:translateY(100%)] data-ending-style:[transform:translateY(100%)]';

/** Panel with details and options: at the right, or at the bottom on phones. */
export function SideSheet({
  onClose,
  title,
  description,
  isModal = true,
  initialFocus,
  footer,
  className,
  children,
}: SideSheetProps) {
  const popup = useRef<HTMLDivElement>(null);
  const isNarrow = useIsSheet();
  return (
    <Drawer.Root
      open
      modal={isModal}
      disablePointerDismissal={!isModal}
      swipeDirection={isNarrow ? 'down' : 'right'}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <Drawer.Portal>
        {isModal && (
          <Drawer.Backdrop
            forceRender
            className="fixed inset-0 z-50 bg-scrim transition-opacity duration-slow data-starting-style:opacity-0 data-ending-style:opacity-0"
          />
        )}
        <Drawer.Viewport
          className={clsx('fixed inset-0 z-50 flex', !isModal && 'pointer-events-none')}
        >
          <Drawer.Popup
            ref={popup}
            className={clsx(
              POPUP_CLASS,
              isNarrow ? BOTTOM_CLASS : RIGHT_CLASS,
              !isModal && 'pointer-events-auto',
              className,
            )}
            initialFocus={initialFocus ?? firstControl(popup)}
            finalFocus={focusAfterwards}
          >
            <Body coversBottom={isNarrow && !isModal}>
              {isNarrow && (
                <span
                  aria-hidden="true"
                  className="mx-auto mt-2 h-1 w-9 shrink-0 rounded-full bg-line-strong/60"
                />
              )}
              <div className="flex items-center gap-3 px-5 pt-4 pb-2">
                <Drawer.Title className="min-w-0 flex-1 text-heading wrap-anywhere">
                  {title}
                </Drawer.Title>
                <CloseButton onClick={onClose} />
              </div>
              <Drawer.Content
                {...FOCUSED_PART}
                className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5"
              >
                {description && (
                  <Drawer.Description className="mb-4 text-meta text-ink-muted wrap-anywhere">
                    {description}
                  </Drawer.Description>
                )}
                {children}
              </Drawer.Content>
              {footer && <OverlayFooter>{footer}</OverlayFooter>}
            </Body>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}

/** Content of a sheet. Toasts stay above the whole of it where it does not cover the page. */
function Body({ coversBottom, children }: { coversBottom: boolean; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null);
  useToastInset(body, () => coversBottom);
  return (
    <div ref={body} className="flex min-h-0 flex-1 flex-col">
      {children}
    </div>
  );
}
