import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../actions/button.tsx';
import { useWords } from '../layout/words.ts';
import { useCloseOnBack } from './bottom-sheet.tsx';
import { focusAfterwards } from './focus-afterwards.ts';

export interface ConfirmDialogProps {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** Element that gets the focus when the dialog closes; null to return it to where it was. */
  focusOnClose?: () => HTMLElement | null;
  children?: ReactNode;
}

export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  cancelLabel,
  isDangerous = false,
  isBusy = false,
  onConfirm,
  onCancel,
  focusOnClose,
  children,
}: ConfirmDialogProps) {
  const { cancel } = useWords();
  useCloseOnBack();
  // Cancel has the initial focus, so that Enter cannot trigger an irreversible action.
  const cancelButton = useRef<HTMLButtonElement>(null);
  return (
    <AlertDialog.Root
      open
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen && !isBusy) onCancel();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-150 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0"
        />
        <AlertDialog.Popup
          initialFocus={cancelButton}
          finalFocus={() => focusOnClose?.() ?? focusAfterwards()}
          className="fixed top-1/2 left-1/2 z-50 w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 rounded-xl border border-line bg-surface p-5 shadow-md transition-opacity duration-150 outline-none data-[starting-style]:opacity-0 data-[ending-style]:opacity-0"
        >
          <AlertDialog.Title className="text-base font-semibold wrap-anywhere">
            {title}
          </AlertDialog.Title>
          <AlertDialog.Description className="mt-1.5 text-sm text-ink-muted wrap-anywhere">
            {description}
          </AlertDialog.Description>
          {children && <div className="mt-4">{children}</div>}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button ref={cancelButton} onClick={onCancel} disabled={isBusy}>
              {cancelLabel ?? cancel}
            </Button>
            <Button
              variant={isDangerous ? 'danger' : 'primary'}
              isBusy={isBusy}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
