import { isUnderWay, type Task } from '#shared/tasks/task.ts';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { addActiveUploads, type UploadKey, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { isBundleTask } from './bundles/bundle-task.ts';
import { bundleKeyOf } from './bundles/unfinished-store.ts';
import { uploadHooks } from './upload-hooks.ts';
import type { UploadRequest } from './upload-requests.ts';
import { createUploadTask, isUploadTask } from './upload-task.ts';

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

addActiveUploads(() => keysOf(tasks));

/** Uploads files, a few at a time. They continue while the user visits other pages. */
export function startUploads(requests: readonly UploadRequest[]): void {
  tasks.add(requests.map((request) => createUploadTask(request, uploadHooks)));
}
