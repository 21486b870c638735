import { CopyButton, type CopyButtonProps } from '@satchel/ui/actions/copy-button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useTranslation } from 'react-i18next';

type CopyTextButtonProps = Omit<CopyButtonProps, 'copiedLabel' | 'onFail'>;

/** Copies a text, or says that the browser does not let it. */
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
