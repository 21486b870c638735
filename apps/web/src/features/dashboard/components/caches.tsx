import { Button } from '@satchel/ui/actions/button';
import { showToast } from '@satchel/ui/feedback/toast-store';
import { useQuery } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { showErrorToast } from '#shared/errors/show-error-toast.ts';
import { formatNumber } from '#shared/format/format-number.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { useClearCaches } from '../mutations.ts';
import { cacheStatsOptions } from '../queries.ts';
import { QueryCard } from './panel-card.tsx';

/** Caches to show. The cache of signed URLs is omitted, because it is always empty. */
const CACHES = ['directory', 'search'] as const;

/** Cache statistics of the server, and a button that clears the caches. */
export function Caches() {
  const { t } = useTranslation('dashboard');
  const language = useLanguage();
  const stats = useQuery(cacheStatsOptions());
  const clear = useClearCaches();
  return (
    <QueryCard
      title={t('caches')}
      query={stats}
      height="h-20"
      action={
        <Button
          size="small"
          icon={<Eraser />}
          isBusy={clear.isPending}
          onClick={() =>
            clear.mutate(undefined, {
              onSuccess(cleared) {
                if (cleared) showToast('success', t('cleared', { count: cleared.clearedCount }));
              },
              onError: showErrorToast,
            })
          }
        >
          {t('clear')}
        </Button>
      }
    >
      {({ cache }) => (
        <table className="w-full text-left text-sm figures">
          <thead className="text-caption text-ink-muted">
            <tr>
              <th scope="col" className="pb-1 font-medium">
                {t('cache')}
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                {t('entries')}
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                {t('hitRate')}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {CACHES.map((name) => (
              <tr key={name}>
                <th scope="row" className="py-2 font-normal">
                  {t(`cacheNames.${name}`)}
                </th>
                <td className="py-2 text-right">{formatNumber(cache[name].cacheSize, language)}</td>
                <td className="py-2 text-right">{Math.round(cache[name].hitRate * 100)} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </QueryCard>
  );
}
