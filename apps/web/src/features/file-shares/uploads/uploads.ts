import { copyText } from '@satchel/ui/actions/copy-button';
import { showResult, urlOf } from '#shared/shares/result/share-result.ts';
import { isUnderWay, type Task } from '#shared/tasks/task.ts';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { addActiveUploads, type UploadKey, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { isBundleTask } from './bundles/bundle-task.ts';
import { bundleKeyOf } from './bundles/unfinished-store.ts';
import { uploadHooks } from './upload-hooks.ts';
import type { UploadRequest } from './upload-requests.ts';
import { createUploadTask, isUploadTask, type UploadTask } from './upload-task.ts';

const canGoOn = ({ state }: Task) => isUnderWay(state) || state === 'failed';

/** Keys of the uploads that are running, or that have failed and can be retried. */
function* keysOf(store: TaskStore): Iterable<UploadKey> {
  for (const id of store.ids()) {
    const task = store.get(id);
    if (!task || !canGoOn(task)) continue;
    if (isBundleTask(task)) {
      yield bundleKeyOf(task.bundleId);
      yield* keysOf(task.uploads);
    } else if (isUploadTask(task) && task.file) {
      yield uploadKeyOf(task.file, { share: task.request.share });
    }
  }
}

/** Time after which the user may have copied something else, in milliseconds. */
const COPIED_WITHIN_MS = 10_000;

addActiveUploads(() => keysOf(tasks));

/**
 * Uploads files, a few at a time. They continue while the user visits other pages. A single one shows its link
 * when it has one.
 */
export function startUploads(requests: readonly UploadRequest[]): readonly UploadTask[] {
  const startedMs = Date.now();
  const hooks = {
    ...uploadHooks,
    onComplete(taskId: string) {
      uploadHooks.onComplete();
      if (requests.length === 1) showLink(taskId, Date.now() - startedMs < COPIED_WITHIN_MS);
    },
  };
  const started = requests.map((request) => createUploadTask(request, hooks));
  tasks.add(started);
  return started;
}

function showLink(taskId: string, isCopied: boolean): void {
  const share = tasks.get(taskId)?.share;
  if (!share) return;
  showResult({ taskId, ...(isCopied && { copying: copyText(urlOf(share)) }) });
}
