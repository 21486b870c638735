import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { useConflict } from './conflicts.ts';
import { useEndToasts } from './use-end-toasts.ts';
import { useTaskSummary } from './use-tasks.ts';
import { useTitleProgress } from './use-title-progress.ts';

const ConflictDialog = lazyPart(() =>
  import('./conflict-dialog.tsx').then((module) => module.ConflictDialog),
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
