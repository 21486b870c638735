import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { cancelLogOut, confirmLogOut, logOutState } from './log-out-request.ts';

/** Asks before a log-out that would stop tasks or discard offline changes. */
export function LogOutQuestion() {
  const { t } = useTranslation(['tasks', 'shell']);
  const { costs } = useSelector(logOutState);
  const { tasks, changes, hasEdits } = costs;
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={
        tasks > 0
          ? t('logOut.title', { count: tasks })
          : changes > 0
            ? t('logOut.changesTitle', { count: changes })
            : t('shell:unsaved.title')
      }
      description={
        <>
          {tasks > 0 && <span className="block">{t('logOut.description')}</span>}
          {changes > 0 && <span className="block">{t('logOut.changes', { count: changes })}</span>}
          {hasEdits && <span className="block">{t('shell:unsaved.description')}</span>}
        </>
      }
      confirmLabel={t('logOut.confirm')}
      cancelLabel={t('logOut.cancel')}
      onConfirm={() => void confirmLogOut()}
      onCancel={cancelLogOut}
    />
  );
}
