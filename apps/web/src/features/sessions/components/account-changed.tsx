import { Button } from '@satchel/ui/actions/button';
import { Notice } from '@satchel/ui/feedback/notice';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '#shared/countdown/use-countdown.ts';
import { endSession } from '#shared/session/session-store.ts';

/** Time that the confirmation shows before the logout, in seconds (CONTRACT F11). */
const LOG_OUT_AFTER_SECONDS = 3;

/**
 * Confirmation after a changed account. The server has ended all sessions, so the user has to log in again
 * (SPEC 4).
 */
export function AccountChanged() {
  const { t } = useTranslation('sessions');
  const logOutHere = () => endSession('logout');
  const seconds = useCountdown(LOG_OUT_AFTER_SECONDS, true, logOutHere);
  return (
    <Notice
      role="status"
      icon={<CircleCheck className="text-success" />}
      action={<Button onClick={logOutHere}>{t('account.logInNow')}</Button>}
    >
      <p className="font-medium">{t('account.changed')}</p>
      <p>{t('account.changedHint', { count: seconds })}</p>
    </Notice>
  );
}
