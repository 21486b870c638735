import { Button } from '@satchel/ui/button';
import { ErrorState } from '@satchel/ui/error-state';
import { Skeleton } from '@satchel/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#shared/errors/error-sentence.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';
import { settingsOptions } from '../queries.ts';
import { GlobalSettingsForm } from './global-settings-form.tsx';

export function GlobalSettingsPage() {
  const { t } = useTranslation(['settings', 'shell']);
  const settings = useQuery(settingsOptions('global'));
  usePageTitle(t('global.title'));
  return (
    <div className="flex flex-col gap-5">
      <h1 className="text-lg font-semibold">{t('global.title')}</h1>
      {settings.data ? (
        <GlobalSettingsForm values={settings.data} />
      ) : settings.error ? (
        <ErrorState
          title={t('loadFailed')}
          description={errorSentence(settings.error)}
          action={
            <Button onClick={() => void settings.refetch()}>{t('shell:actions.retry')}</Button>
          }
        />
      ) : (
        <Skeleton className="h-48 max-w-md" />
      )}
    </div>
  );
}
