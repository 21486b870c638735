import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

export interface UnsavedEdits {
  /** For the form: whether it holds something that is not saved. */
  setDirty: (isDirty: boolean) => void;
  /** Leaves the form, after a question where something would be lost. */
  leave: () => void;
  /** The question, to be rendered with the form. */
  question: ReactNode;
}

/**
 * Keeps what is typed into a form from being lost: by Escape or a click beside its dialog (`leave`), by
 * a link or the browser's Back, and by closing the tab, for which the browser itself asks.
 *
 * @param onDiscard when the question was answered by "discard", such as to forget a draft
 */
export function useUnsavedEdits(onLeave: () => void, onDiscard?: () => void): UnsavedEdits {
  const { t } = useTranslation('shell');
  const isDirty = useRef(false);
  const [isAsking, setIsAsking] = useState(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty.current,
    enableBeforeUnload: () => isDirty.current,
    withResolver: true,
  });

  const setDirty = useCallback((isNowDirty: boolean) => {
    isDirty.current = isNowDirty;
  }, []);

  function discard() {
    isDirty.current = false;
    onDiscard?.();
    setIsAsking(false);
    if (blocker.status === 'blocked') blocker.proceed();
    else onLeave();
  }

  function keepEditing() {
    setIsAsking(false);
    if (blocker.status === 'blocked') blocker.reset();
  }

  return {
    setDirty,
    leave: () => (isDirty.current ? setIsAsking(true) : onLeave()),
    question: (
      <ConfirmDialog
        isOpen={isAsking || blocker.status === 'blocked'}
        isDangerous
        title={t('unsaved.title')}
        description={t('unsaved.description')}
        confirmLabel={t('unsaved.discard')}
        cancelLabel={t('unsaved.keep')}
        onConfirm={discard}
        onCancel={keepEditing}
      />
    ),
  };
}
