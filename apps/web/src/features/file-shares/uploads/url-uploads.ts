import { tasks } from '#shared/tasks/tasks.ts';
import { nextId, readListsAgain } from './uploads.ts';
import type { UrlUploadRequest } from './url-source.ts';
import { createUrlUploadTask } from './url-upload-task.ts';

/** Fetches a file from an address and shares it. */
export function startUrlUpload(request: UrlUploadRequest): void {
  tasks.add([createUrlUploadTask(nextId(), request, readListsAgain)]);
}
