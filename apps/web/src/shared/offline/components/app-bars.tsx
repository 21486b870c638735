import { Button } from '@satchel/ui/actions/button';
import { useSelector } from '@tanstack/react-store';
import { MonitorDown, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsStranger } from '#shared/session/use-stranger.ts';
import { siteConfig } from '#shared/site/site-config.ts';
import { appStatus, refreshAppStatus } from '../app/app-status.ts';
import { installOffer } from '../app/install-prompt.ts';
import { updateApp } from '../app/update-app.ts';
import { Bar } from './bar.tsx';

/** Offers to install the app, but not to strangers; "Later" hides the bar for seven days (SPEC 4). */
export function InstallBar() {
  const { t } = useTranslation('offline');
  const { title } = useSelector(siteConfig);
  const { isInstallable } = useSelector(appStatus);
  const [isClosed, setIsClosed] = useState(() => installOffer.isDismissed(Date.now()));
  const isStranger = useIsStranger();
  if (!isInstallable || isClosed || isStranger) return null;

  async function install() {
    setIsClosed(true);
    await installOffer.accept(Date.now());
    refreshAppStatus();
  }
  function dismiss() {
    setIsClosed(true);
    installOffer.dismiss(Date.now());
  }
  return (
    <Bar
      label={t('install.label')}
      icon={<MonitorDown />}
      actions={
        <>
          <Button size="small" variant="quiet" onClick={dismiss}>
            {t('install.later')}
          </Button>
          <Button size="small" variant="primary" onClick={() => void install()}>
            {t('install.accept')}
          </Button>
        </>
      }
    >
      {t('install.text', { title })}
    </Bar>
  );
}

/** Offers a newer version, which is activated only when the user agrees. */
export function UpdateBar() {
  const { t } = useTranslation('offline');
  const { hasUpdate } = useSelector(appStatus);
  const [isClosed, setIsClosed] = useState(false);
  const [isUpdating, setIsUpdating] = useState(false);
  if (!isUpdating && (!hasUpdate || isClosed)) return null;

  function update() {
    setIsUpdating(true);
    void updateApp();
  }
  return (
    <Bar
      label={t('update.label')}
      icon={<RefreshCw />}
      actions={
        <>
          <Button
            size="small"
            variant="quiet"
            disabled={isUpdating}
            onClick={() => setIsClosed(true)}
          >
            {t('update.later')}
          </Button>
          <Button size="small" variant="primary" isBusy={isUpdating} onClick={update}>
            {t('update.accept')}
          </Button>
        </>
      }
    >
      {isUpdating ? t('update.updating') : t('update.text')}
    </Bar>
  );
}
