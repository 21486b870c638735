import { Button, type ButtonProps } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { ConfirmDialog, type ConfirmDialogProps } from '@satchel/ui/overlays/confirm-dialog';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';

export interface ConfirmMutationProps<Done, Input>
  extends Pick<ConfirmDialogProps, 'title' | 'description' | 'children' | 'focusOnClose'> {
  mutation: UseMutationResult<Done, Error, Input>;
  input: Input;
  /** Default "Delete". */
  confirmLabel?: string;
  /** Sentence of the success toast; undefined for a change that is queued without network. */
  doneText: (done: Done) => string | undefined;
  /** Called after success, before `onClose`. */
  onDone?: () => void;
  onClose: () => void;
}

/** Asks for confirmation before an irreversible action, runs it, and shows the result. */
export function ConfirmMutation<Done, Input>({
  mutation,
  input,
  confirmLabel,
  doneText,
  onDone,
  onClose,
  ...question
}: ConfirmMutationProps<Done, Input>) {
  const { t } = useTranslation('shell');
  return (
    <ConfirmDialog
      {...question}
      isDangerous
      isBusy={mutation.isPending}
      confirmLabel={confirmLabel ?? t('actions.delete')}
      onCancel={onClose}
      onConfirm={() =>
        mutation.mutate(input, {
          onSuccess(done) {
            const text = doneText(done);
            if (text) showToast('success', text);
            onDone?.();
          },
          onError: showErrorToast,
          onSettled: onClose,
        })
      }
    />
  );
}

export interface ConfirmButtonProps<Done>
  extends Omit<ConfirmMutationProps<Done, void>, 'input' | 'confirmLabel' | 'onClose'>,
    Pick<ButtonProps, 'icon' | 'className'> {
  label: string;
}

/** A button that asks before it does what cannot be undone. */
export function ConfirmButton<Done>({
  label,
  icon,
  className,
  ...question
}: ConfirmButtonProps<Done>) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button icon={icon} className={className} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <ConfirmMutation
          {...question}
          input={undefined}
          confirmLabel={label}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
