import { Button } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useTranslation } from 'react-i18next';
import { sentenceOf } from '#shared/errors/sentence-of.ts';

/** Shows why the preview failed, and a button to retry. */
export function PreviewError({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation(['entry-preview', 'shell']);
  return (
    <ErrorState
      title={t('failed')}
      description={sentenceOf(error)}
      action={onRetry && <Button onClick={onRetry}>{t('shell:actions.retry')}</Button>}
    />
  );
}
