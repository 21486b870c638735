import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { cancelLogOut, confirmLogOut, logOutState } from './log-out-request.ts';

/** Asks before a log-out that would stop tasks or discard offline changes. */
export function LogOutQuestion() {
  const { t } = useTranslation('tasks');
  const { costs } = useSelector(logOutState);
  const { tasks, changes } = costs;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={
        tasks > 0
          ? t('logOut.title', { count: tasks })
          : t('logOut.changesTitle', { count: changes })
      }
      description={
        <>
          {tasks > 0 && <span className="block">{t('logOut.description')}</span>}
          {changes > 0 && <span className="block">{t('logOut.changes', { count: changes })}</span>}
        </>
      }
      confirmLabel={t('logOut.confirm')}
      cancelLabel={t('logOut.cancel')}
      onConfirm={() => void confirmLogOut()}
      onCancel={cancelLogOut}
    />
  );
}
