import { buttonClassName } from '@satchel/ui/actions/button';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { urlOf } from '#shared/shares/result/share-result.ts';
import { useTask, useTaskIds } from '../use-tasks.ts';
import { TaskActions } from './task-actions.tsx';
import { TaskBar } from './task-bar.tsx';
import { TaskFiles } from './task-files.tsx';
import { TaskStatus } from './task-status.tsx';
import { TaskTotal } from './task-total.tsx';

const ROW_HEIGHT_PX = 64;

/** List of all tasks of the tab. */
export function TaskPanel({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation('tasks');
  const ids = useTaskIds();
  return (
    <div className="flex flex-col gap-3">
      <TaskTotal />
      <VirtualList
        label={t('list')}
        items={ids}
        getKey={(id) => id}
        rowHeightPx={ROW_HEIGHT_PX}
        areRowsMeasured
        className="-mx-2 max-h-[min(24rem,50dvh)]"
        renderItem={(id) => <TaskRow id={id} />}
      />
      <Link to="/upload" className={buttonClassName('secondary', 'small')} onClick={onLeave}>
        {t('openUploads')}
      </Link>
    </div>
  );
}

function TaskRow({ id }: { id: string }) {
  const task = useTask(id);
  if (!task) return null;
  return (
    <div className="min-h-16 px-2 py-2">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <p className="truncate text-label font-medium">
            {task.share ? (
              <a href={urlOf(task.share)} className="underline-offset-2 hover:underline">
                {plainName(task.title)}
              </a>
            ) : (
              plainName(task.title)
            )}
          </p>
          <TaskStatus task={task} />
        </div>
        <TaskActions task={task} />
      </div>
      <TaskBar task={task} />
      <TaskFiles task={task} />
    </div>
  );
}
