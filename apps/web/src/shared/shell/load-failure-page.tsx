import { Button, buttonClassName } from '@satchel/ui/actions/button';
import { ErrorState } from '@satchel/ui/feedback/error-state';
import { useRouter } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { compareVersions } from '#shared/loading/app-version.ts';
import { useRecovery } from '#shared/loading/use-recovery.ts';
import { usePageTitle } from '#shared/site/use-page-title.ts';

/** Page shown when a page's code fails to load (SPEC 2). It retries automatically. */
export function LoadFailurePage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('titles.unavailable'));
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);

  async function retry() {
    setIsBusy(true);
    const version = await compareVersions();
    if (version === 'other') {
      await import('#shared/offline/app/update-app.ts').then(
        (module) => module.updateApp(),
        // Reloads the document if even this code fails to load.
        () => window.location.reload(),
      );
    }
    if (version === 'same') await router.invalidate();
    setIsBusy(false);
  }

  useRecovery(() => void retry());
  return (
    <ErrorState
      isPageHeading
      icon={<CloudOff />}
      title={t('unavailable.title')}
      description={navigator.onLine ? t('unavailable.online') : t('unavailable.offline')}
      action={
        <>
          <Button variant="primary" isBusy={isBusy} onClick={() => void retry()}>
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
