import { formatBytes } from '@satchel/api-client/format-bytes';
import { Button } from '@satchel/ui/actions/button';
import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '#shared/format/format-time.ts';
import { hasFailed, isEnded } from '../task.ts';
import type { TaskSummary } from '../task-summary.ts';
import { pauseAll, resumeAll, tasks } from '../tasks.ts';
import { useTaskSummary } from '../use-tasks.ts';

/** Total progress of all tasks, and actions for all of them. */
export function TaskTotal() {
  const { t } = useTranslation('tasks');
  const summary = useTaskSummary();
  const { count, underWay, fraction, countOf } = summary;
  const canPause = countOf.running + countOf.waiting + countOf.offline > 0;
  return (
    <div className="flex flex-col gap-2">
      {underWay > 0 && count > 1 && (
        <ProgressBar
          label={t('total.label')}
          fraction={fraction}
          tone={countOf.running > 0 ? 'accent' : 'neutral'}
          detail={<Detail summary={summary} />}
        />
      )}
      <div className="-ml-2.5 flex flex-wrap gap-1">
        {canPause && (
          <Button variant="quiet" size="small" onClick={pauseAll}>
            {t('pauseAll')}
          </Button>
        )}
        {countOf.paused > 0 && (
          <Button variant="quiet" size="small" onClick={resumeAll}>
            {t('resumeAll')}
          </Button>
        )}
        {underWay < count && (
          <Button variant="quiet" size="small" onClick={clearEnded}>
            {t('clearEnded')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Detail({ summary }: { summary: TaskSummary }) {
  const { t } = useTranslation('tasks');
  const { count, underWay, doneBytes, totalBytes, bytesPerSecond, timeLeftMs, countOf } = summary;
  const isWaitingForNetwork = countOf.offline > 0 && countOf.running === 0;
  const words = [
    t('total.count', { ended: count - underWay, count }),
    t('item.sent', { sent: formatBytes(doneBytes), total: formatBytes(totalBytes) }),
    isWaitingForNetwork && t('states.offline'),
    bytesPerSecond > 0 && t('item.speed', { speed: formatBytes(Math.round(bytesPerSecond)) }),
    timeLeftMs !== null && t('item.left', { time: formatDuration(Math.ceil(timeLeftMs / 1000)) }),
  ];
  return <>{words.filter(Boolean).join(' · ')}</>;
}

function clearEnded(): void {
  const ended = tasks.ids().filter((id) => {
    const task = tasks.get(id);
    return task !== undefined && isEnded(task.state);
  });
  for (const id of ended) {
    const task = tasks.get(id);
    // Removing a failed task also removes its leftovers.
    if (task && hasFailed(task.state)) task.cancel();
  }
  tasks.remove(ended);
}
