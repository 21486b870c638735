import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteUnsaved } from './unsaved-forms.ts';

export interface UnsavedEdits {
  /** Sets whether the form has unsaved changes. */
  setDirty: (isDirty: boolean) => void;
  /** Closes the form. Asks first if changes would be lost. */
  leave: () => void;
  /** The question's dialog, to render with the form. */
  question: ReactNode;
}

/**
 * Protects unsaved changes of a form. It asks on Escape or a click outside its dialog (`leave`), on links and
 * Back, on a log-out, and when the tab closes, for which the browser shows its own question.
 *
 * @param onDiscard called when the user chooses to discard, for example to remove a draft
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
    noteUnsaved(isDirty, isNowDirty);
  }, []);
  useEffect(() => () => noteUnsaved(isDirty, false), []);

  function discard() {
    setDirty(false);
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
    question: (isAsking || blocker.status === 'blocked') && (
      <ConfirmDialog
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
