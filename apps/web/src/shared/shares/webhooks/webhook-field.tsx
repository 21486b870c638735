import { TextField } from '@satchel/ui/forms/text-field';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PROJECT_REPOSITORY_URL } from '#shared/shell/header/navigation.ts';

export interface WebhookFieldProps {
  /** Events that the server reports: visits of a bundle, or deliveries into an upload request. */
  events: 'visits' | 'deliveries';
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** Input for the URL that the server calls. */
export function WebhookField({ events, ...input }: WebhookFieldProps) {
  const { t } = useTranslation('share-lists');
  return (
    <TextField
      type="url"
      label={t('webhook.label')}
      placeholder="https://example.com/hook"
      maxLength={2048}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      hint={
        <>
          {t(`webhook.${events}`)} {t('webhook.signed')}{' '}
          <a
            href={`${PROJECT_REPOSITORY_URL}/blob/main/docs/api.md#6-ask-others-for-files`}
            target="_blank"
            rel="noopener"
            className="inline-flex items-center gap-0.5 underline underline-offset-2"
          >
            {t('webhook.docs')}
            <ExternalLink className="size-3" />
          </a>
        </>
      }
      {...input}
    />
  );
}
