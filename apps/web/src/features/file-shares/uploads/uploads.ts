import { collectCalls } from '#shared/api/collect-calls.ts';
import { queryClient } from '#shared/api/query-client.ts';
import { isUnderWay } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { addActiveUploads, type UploadKey, uploadKeyOf } from '#shared/uploads/active-uploads.ts';
import { readPendingUploads } from '#shared/uploads/pending-uploads.ts';
import { fileShareKeys } from '../queries.ts';
import type { UploadRequest } from './upload-requests.ts';
import { createUploadTask, isUploadTask } from './upload-task.ts';

let lastId = 0;

const readListsAgain = collectCalls(500, () =>
  queryClient.invalidateQueries({ queryKey: fileShareKeys.lists }),
);

/** Keys of the uploads that are running, or that have failed and can be retried. */
function* keysOfTasks(): Iterable<UploadKey> {
  for (const id of tasks.ids()) {
    const task = tasks.get(id);
    if (!task || !isUploadTask(task) || !task.file) continue;
    if (!isUnderWay(task.state) && task.state !== 'failed') continue;
    yield uploadKeyOf(task.file, { share: task.request.share });
  }
}

addActiveUploads(keysOfTasks);

const hooks = { onChange: readPendingUploads, onComplete: readListsAgain };

/** Uploads files, a few at a time. They continue while the user visits other pages. */
export function startUploads(requests: readonly UploadRequest[]): void {
  const added = requests.map((request) => {
    lastId += 1;
    return createUploadTask(`upload-${lastId}`, request, hooks);
  });
  tasks.add(added);
}
