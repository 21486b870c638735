import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

export interface PreviewErrorProps {
  error: unknown;
  onRetry?: () => void;
}

/** Shows why the preview failed, and a button to retry. */
export function PreviewError({ error, onRetry }: PreviewErrorProps) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  return (
    <ErrorState
      title={t('failed')}
      description={sentenceOf(error)}
      action={onRetry && <Button onClick={onRetry}>{t('shell:actions.retry')}</Button>}
    />
  );
}
