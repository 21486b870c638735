import { ConfirmDialog } from '@satchel/ui/overlays/confirm-dialog';
import { useSelector } from '@tanstack/react-store';
import { useTranslation } from 'react-i18next';
import { cancelLogOut, confirmLogOut, logOutState } from './log-out-request.ts';

/** Asks before a log-out that would stop tasks, or discard offline changes or unsaved forms. */
export function LogOutQuestion() {
  const { t } = useTranslation(['tasks', 'shell']);
  const { costs } = useSelector(logOutState);
  const { tasks, changes, hasEdits, hasEditsElsewhere } = costs;
  function title(): string {
    if (tasks > 0) return t('logOut.title', { count: tasks });
    if (changes > 0) return t('logOut.changesTitle', { count: changes });
    return t('shell:unsaved.title');
  }
  return (
    <ConfirmDialog
      isDangerous
      title={title()}
      description={
        <>
          {tasks > 0 && <span className="block">{t('logOut.description')}</span>}
          {changes > 0 && <span className="block">{t('logOut.changes', { count: changes })}</span>}
          {hasEdits && <span className="block">{t('shell:unsaved.description')}</span>}
          {hasEditsElsewhere && <span className="block">{t('logOut.editsElsewhere')}</span>}
        </>
      }
      confirmLabel={t('logOut.confirm')}
      cancelLabel={t('logOut.cancel')}
      onConfirm={() => void confirmLogOut()}
      onCancel={cancelLogOut}
    />
  );
}
