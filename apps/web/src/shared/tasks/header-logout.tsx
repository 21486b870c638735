import { IconButton } from '@satchel/ui/actions/icon-button';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { canEnterAdmin } from '#shared/session/page-guards.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { requestLogOut } from './log-out-request.ts';

/** Logs out a key that may not enter the admin panel, where everybody else finds this button. */
export function HeaderLogout() {
  const { t } = useTranslation('shell');
  const principal = usePrincipal();
  if (principal.kind === 'anonymous' || canEnterAdmin(principal)) return null;
  return (
    <IconButton
      label={t('session.logout')}
      icon={<LogOut />}
      tooltipSide="bottom-end"
      onClick={() => void requestLogOut()}
    />
  );
}
