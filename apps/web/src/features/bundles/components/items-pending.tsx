import { Skeleton } from '@satchel/ui/feedback/skeleton';
import { useTranslation } from 'react-i18next';

/** Rows of the same height as the list's, so that nothing jumps when the items arrive. */
export function ItemsPending() {
  const { t } = useTranslation('shell');
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{t('loading')}</span>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-14" />
      ))}
    </div>
  );
}
