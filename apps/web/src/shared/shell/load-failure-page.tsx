import { Button, buttonClassName } from '@satchel/ui/button';
import { ErrorState } from '@satchel/ui/error-state';
import { CloudOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#shared/site/use-page-title.ts';

/** Shown when a page's code could not be loaded (SPEC 2). */
export function LoadFailurePage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('titles.unavailable'));
  return (
    <ErrorState
      isPageHeading
      icon={<CloudOff />}
      title={t('unavailable.title')}
      description={navigator.onLine ? t('unavailable.online') : t('unavailable.offline')}
      action={
        <>
          {/* A reload, as browsers remember that a module failed to load. */}
          <Button variant="primary" onClick={() => window.location.reload()}>
            {t('unavailable.retry')}
          </Button>
          <Button onClick={() => window.history.back()}>{t('unavailable.back')}</Button>
          <a href="/" className={buttonClassName()}>
            {t('unavailable.home')}
          </a>
        </>
      }
    />
  );
}
