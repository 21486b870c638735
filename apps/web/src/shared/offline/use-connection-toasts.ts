import { showToast } from '@satchel/ui/feedback/toast-store';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnected } from './connection.ts';

/** Duration of the toast (SPEC 9). */
const OFFLINE_TOAST_MS = 3_000;
const TOAST_ID = 'connection';

/** Shows a toast when the connection is lost and when it returns (SPEC 4). */
export function useConnectionToasts(): void {
  const { t } = useTranslation('offline', { useSuspense: false });
  useEffect(() => {
    const { unsubscribe } = isConnected.subscribe((isUp) => {
      const options = { id: TOAST_ID, durationMs: OFFLINE_TOAST_MS };
      if (isUp) showToast('success', t('toasts.online'), options);
      else showToast('info', t('toasts.offline'), options);
    });
    return unsubscribe;
  }, [t]);
}
