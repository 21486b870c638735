import { useTranslation } from 'react-i18next';
import { SecretDialog } from '#shared/panel/secret-dialog.tsx';

/** Shows the secret of a new webhook, once. */
export function WebhookSecretDialog(props: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('share-lists');
  return (
    <SecretDialog
      {...props}
      title={t('webhook.secretTitle')}
      once={t('webhook.secretOnce')}
      label={t('webhook.secret')}
      closeTitle={t('webhook.closeTitle')}
      closeDescription={t('webhook.closeDescription')}
    />
  );
}
