import { useEffect } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { titlePrefix } from '#shared/site/use-page-title.ts';
import { useConflict } from '../conflicts.ts';
import { useEndToasts } from '../use-end-toasts.ts';
import { useTaskSummary } from '../use-tasks.ts';

const ConflictDialog = lazyPart(() =>
  import('../conflict-dialog.tsx').then((module) => module.ConflictDialog),
);
const TaskMenu = lazyPart(() => import('./task-menu.tsx').then((module) => module.TaskMenu));

/** Task button of the header, shown while there are tasks. */
export function TaskCenter() {
  const { count } = useTaskSummary();
  useEndToasts();
  useTitleProgress();
  const hasConflict = useConflict() !== undefined;
  if (count === 0) return null;
  return (
    <>
      {hasConflict && <ConflictDialog />}
      <TaskMenu />
    </>
  );
}

/** Shows the progress of the tasks in the tab's title, while there are any. */
function useTitleProgress(): void {
  const { underWay, fraction } = useTaskSummary();
  const prefix = underWay > 0 ? `${Math.floor(fraction * 100)} %` : '';
  useEffect(() => {
    titlePrefix.set(prefix);
    return () => titlePrefix.set('');
  }, [prefix]);
}
