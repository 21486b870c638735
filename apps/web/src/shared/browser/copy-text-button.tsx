import { CopyButton, type CopyButtonProps } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useTranslation } from 'react-i18next';

type CopyTextButtonProps = Omit<CopyButtonProps, 'copiedLabel' | 'onFail'>;

/** Button that copies a text. Shows an error if the browser refuses. */
export function CopyTextButton(props: CopyTextButtonProps) {
  const { t } = useTranslation('shell');
  return (
    <CopyButton
      {...props}
      copiedLabel={t('actions.copied')}
      onFail={() => showToast('error', t('copyFailed'))}
    />
  );
}
