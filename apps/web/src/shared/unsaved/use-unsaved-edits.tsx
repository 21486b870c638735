import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noteUnsaved } from './unsaved-forms.ts';

export interface UnsavedEdits {
  /**
   * Sets whether the form has unsaved changes.
   *
   * @param discard called when the user chooses to discard them, for example to remove a draft
   */
  setDirty: (isDirty: boolean, discard?: () => void) => void;
  /** Sets whether the changes are being saved. Until the server has answered, the form cannot be left. */
  setSaving: (isSaving: boolean) => void;
  /** Closes the form. Asks first if changes would be lost. */
  leave: () => void;
  /** The question's dialog, to render with the form. */
  question: ReactNode;
}

/**
 * Protects unsaved changes of a form. It asks on Escape or a click outside its dialog (`leave`), on links and
 * Back, on a log-out, and when the tab closes, for which the browser shows its own question.
 */
export function useUnsavedEdits(onLeave: () => void): UnsavedEdits {
  const { t } = useTranslation('shell');
  const isDirty = useRef(false);
  const onDiscard = useRef<() => void>(undefined);
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const isSavingNow = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty.current || isSavingNow.current,
    enableBeforeUnload: () => isDirty.current || isSavingNow.current,
    withResolver: true,
  });
  /** Continues the navigation that is waiting for the end of the edits. */
  const proceed = useRef<() => void>(undefined);
  proceed.current = blocker.status === 'blocked' ? blocker.proceed : undefined;

  const setDirty = useCallback((isNowDirty: boolean, discard?: () => void) => {
    isDirty.current = isNowDirty;
    onDiscard.current = discard;
    noteUnsaved(isDirty, isNowDirty);
    if (isNowDirty) return;
    // Saved, so that the form may close itself at once.
    isSavingNow.current = false;
    proceed.current?.();
  }, []);
  const setSaving = useCallback((isNowSaving: boolean) => {
    isSavingNow.current = isNowSaving;
    setIsSaving(isNowSaving);
    if (!isNowSaving && !isDirty.current) proceed.current?.();
  }, []);
  useEffect(
    () => () => {
      noteUnsaved(isDirty, false);
      proceed.current?.();
    },
    [],
  );

  function discard() {
    onDiscard.current?.();
    setDirty(false);
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
    setSaving,
    leave() {
      if (isSavingNow.current) return;
      if (isDirty.current) setIsAsking(true);
      else onLeave();
    },
    question: !isSaving && (isAsking || blocker.status === 'blocked') && (
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
