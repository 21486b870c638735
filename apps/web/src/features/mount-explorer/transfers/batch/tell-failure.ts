import { showToast } from '@satchel/ui/feedback/toast-store';
import { sentenceOf } from '#shared/errors/sentence-of.ts';
import { hasFailed } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';

/** Shows the first failure of a batch in a toast, because users do not open the task list after a short one. */
export function tellFailure(id: string): void {
  const task = tasks.get(id);
  if (task && hasFailed(task.state)) showToast('error', sentenceOf(task.error));
}
