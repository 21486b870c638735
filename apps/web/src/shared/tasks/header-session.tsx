import { can } from '@satchel/api-client/permissions';
import { IconButton } from '@satchel/ui/actions/icon-button';
import { useSelector } from '@tanstack/react-store';
import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { canEnterAdmin } from '#shared/session/page-guards.ts';
import { usePrincipal } from '#shared/session/use-session.ts';
import { DropAnywhere } from '#shared/uploads/drop-anywhere.tsx';
import { logOutState, requestLogOut } from './log-out-request.ts';
import { TaskCenter } from './task-center.tsx';

const LogOutQuestion = lazyPart(() =>
  import('./log-out-question.tsx').then((module) => module.LogOutQuestion),
);

/** Parts of the header for logged-in users; loaded for them only. */
export function HeaderSession() {
  const mayUpload = can(usePrincipal(), 'file_share');
  const { isAsking } = useSelector(logOutState);
  return (
    <>
      <TaskCenter />
      {mayUpload && <DropAnywhere />}
      <HeaderLogout />
      {isAsking && <LogOutQuestion />}
    </>
  );
}

/** Logout button for API keys that may not enter the admin panel, which has the button for other users. */
function HeaderLogout() {
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
