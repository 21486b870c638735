import { showToast } from '@satchel/ui/toast-store';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from './connection.ts';

/** SPEC 9. */
const OFFLINE_TOAST_MS = 3_000;
const TOAST_ID = 'connection';

/** Says when the network goes and when it is back (SPEC 4). */
export function useConnectionToasts(): void {
  const { t } = useTranslation('offline', { useSuspense: false });
  useEffect(
    () =>
      connection.subscribe(() => {
        const options = { id: TOAST_ID, durationMs: OFFLINE_TOAST_MS };
        if (connection.isOnline()) showToast('success', t('toasts.online'), options);
        else showToast('info', t('toasts.offline'), options);
      }),
    [t],
  );
}
