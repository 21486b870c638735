import { can } from '@satchel/permissions';
import { usePrincipal } from '#shared/session/use-session.ts';
import { DropAnywhere } from '#shared/uploads/drop-anywhere.tsx';
import { HeaderLogout } from './header-logout.tsx';
import { LogOutQuestion } from './log-out-question.tsx';
import { TaskCenter } from './task-center.tsx';

/** What the header has for those who are logged in; loaded for them only. */
export function HeaderSession() {
  const mayUpload = can(usePrincipal(), 'file_share');
  return (
    <>
      <TaskCenter />
      {mayUpload && <DropAnywhere />}
      <HeaderLogout />
      <LogOutQuestion />
    </>
  );
}
