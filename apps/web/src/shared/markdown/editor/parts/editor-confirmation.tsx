import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';

export interface EditorConfirmationProps {
  /** Name of the file that would replace the text; null to ask about clearing it. */
  fileName: string | null;
  /** Element around the editor, which gets the focus when its text was replaced. */
  editor: RefObject<HTMLElement | null>;
  onConfirm: () => void;
  onCancel: () => void;
}

export function EditorConfirmation({
  fileName,
  editor,
  onConfirm,
  onCancel,
}: EditorConfirmationProps) {
  const { t } = useTranslation('markdown');
  const isClearing = fileName === null;
  const isConfirmed = useRef(false);

  function findField(): HTMLElement | null {
    const field = editor.current?.querySelector<HTMLElement>('.cm-content, textarea');
    // The preview may hide the editor.
    return isConfirmed.current && field?.offsetParent ? field : null;
  }

  return (
    <ConfirmDialog
      isDangerous
      title={isClearing ? t('editor.clearTitle') : t('editor.replaceTitle')}
      description={
        isClearing
          ? t('editor.clearDescription')
          : t('editor.replaceDescription', { name: fileName })
      }
      confirmLabel={isClearing ? t('editor.clear') : t('editor.replace')}
      onConfirm={() => {
        isConfirmed.current = true;
        onConfirm();
      }}
      focusOnClose={findField}
      onCancel={onCancel}
    />
  );
}
