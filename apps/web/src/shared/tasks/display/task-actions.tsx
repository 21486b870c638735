import { IconButton } from '@satchel/ui/actions/icon-button';
import { CirclePause, CirclePlay, RotateCw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { hasFailed, isEnded, type Task } from '../task.ts';
import { tasks } from '../tasks.ts';

export interface TaskActionsProps {
  task: Task;
  /** Whether an ended task can be removed from the list; default true. */
  isRemovable?: boolean;
}

/** Buttons of a task: pause, resume, retry, cancel, remove from the list. */
export function TaskActions({ task, isRemovable = true }: TaskActionsProps) {
  const { t } = useTranslation('tasks');
  const { state, title: name, pause, resume, retry, cancel } = task;
  const isRemoved = isRemovable && isEnded(state);
  const canCancel = !isEnded(state) || hasFailed(state);
  const canPause = state === 'running' || state === 'offline' || state === 'waiting';
  const change = changeOf();
  return (
    <>
      {/* One button for the three, so that it keeps the focus when it changes. */}
      {change && (
        <IconButton size="small" label={change.label} icon={change.icon} onClick={change.run} />
      )}
      {(isRemoved || canCancel) && (
        <IconButton
          size="small"
          label={isRemoved ? t('item.remove', { name }) : t('item.cancel', { name })}
          icon={<X />}
          onClick={() => (isRemoved ? removeEnded(task) : cancel())}
        />
      )}
    </>
  );

  /** Action of the first button in this state; undefined for none. */
  function changeOf() {
    if (pause && canPause) {
      return { run: pause, label: t('item.pause', { name }), icon: <CirclePause /> };
    }
    if (resume && state === 'paused') {
      return { run: resume, label: t('item.resume', { name }), icon: <CirclePlay /> };
    }
    if (retry && (hasFailed(state) || state === 'cancelled')) {
      return { run: retry, label: t('item.retry', { name }), icon: <RotateCw /> };
    }
    return undefined;
  }
}

/** Removes an ended task from the list, and the leftovers of a failed one from the storage. */
export function removeEnded({ id, state, cancel }: Task): void {
  if (hasFailed(state)) cancel();
  tasks.remove([id]);
}
