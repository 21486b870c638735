import { Spinner } from '@satchel/ui/feedback/spinner';
import { useTranslation } from 'react-i18next';

export function PagePending() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" className="flex flex-1 items-center justify-center p-16 text-ink-faint">
      <Spinner className="size-6" />
      <span className="sr-only">{t('loading')}</span>
    </div>
  );
}
