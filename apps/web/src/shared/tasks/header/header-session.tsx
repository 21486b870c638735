import { can } from '@satchel/api-client/permissions';
import { useSelector } from '@tanstack/react-store';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { usePrincipal } from '#shared/session/use-session.ts';
import { DropAnywhere } from '#shared/uploads/choosing/drop-anywhere.tsx';
import { TaskCenter } from '../display/task-center.tsx';
import { AccountMenu } from './account-menu.tsx';
import { logOutState } from './log-out-request.ts';

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
      <AccountMenu />
      {isAsking && <LogOutQuestion />}
    </>
  );
}
