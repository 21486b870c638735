import { ProgressBar } from '@satchel/ui/feedback/progress-bar';
import { useTranslation } from 'react-i18next';
import type { Task } from '../task.ts';

const TONE = {
  waiting: 'neutral',
  running: 'accent',
  offline: 'neutral',
  paused: 'neutral',
  completed: 'success',
  partial: 'danger',
  failed: 'danger',
  cancelled: 'neutral',
} as const;

/** Progress bar of a task; hidden when the task has ended. */
export function TaskBar({ task }: { task: Task }) {
  const { t } = useTranslation('tasks');
  const { state, progress, title } = task;
  if (state === 'completed' || state === 'partial' || state === 'cancelled') return null;
  const isUnknown = progress.fraction === null && state === 'running';
  return (
    <ProgressBar
      label={t('item.progress', { name: title })}
      fraction={isUnknown ? undefined : (progress.fraction ?? 0)}
      tone={TONE[state]}
      className="mt-1.5"
    />
  );
}
