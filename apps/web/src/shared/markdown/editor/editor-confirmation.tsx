import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useTranslation } from 'react-i18next';

export interface EditorConfirmationProps {
  /** Name of the file that would replace the text; null to ask about clearing it. */
  fileName: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

export function EditorConfirmation({ fileName, onConfirm, onCancel }: EditorConfirmationProps) {
  const { t } = useTranslation('markdown');
  const isClearing = fileName === null;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={isClearing ? t('editor.clearTitle') : t('editor.replaceTitle')}
      description={
        isClearing
          ? t('editor.clearDescription')
          : t('editor.replaceDescription', { name: fileName })
      }
      confirmLabel={isClearing ? t('editor.clear') : t('editor.replace')}
      onConfirm={onConfirm}
      onCancel={onCancel}
    />
  );
}
