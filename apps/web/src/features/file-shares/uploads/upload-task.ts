import type { UploadedShare } from '@satchel/api-client';
import { isApiError } from '@satchel/api-client/api-error';
import { newLinkOf } from '#shared/shares/result/share-result.ts';
import type { Task } from '#shared/tasks/task.ts';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { createFileTask, type FileTask } from '#shared/uploads/file-task.ts';
import { uploadSession } from '#shared/uploads/upload-session.ts';
import { fetchRemoteFile } from './remote-file.ts';
import type { UploadRequest } from './upload-requests.ts';

/** A file that is being uploaded as a share, or into a bundle. */
export interface UploadTask extends FileTask {
  readonly kind: 'upload' | 'url-upload';
  readonly request: UploadRequest;
  /** Retries with another link, after the server refused the first one. */
  readonly rename: (slug: string) => void;
}

export function isUploadTask(task: Task): task is UploadTask {
  return task.kind === 'upload' || task.kind === 'url-upload';
}

/** Whether a retry with another link would succeed. */
export function isSlugRefused(task: Task): boolean {
  return (
    task.state === 'failed' &&
    isApiError(task.error) &&
    (task.error.code === 'shares.slug_taken' || task.error.code === 'shares.slug_reserved')
  );
}

export interface UploadTaskHooks {
  /** Called when the upload starts, ends or is stopped. */
  readonly onChange: () => void;
  readonly onComplete?: (taskId: string) => void;
}

let lastId = 0;

/**
 * Creates the task of an upload. A file at an address is fetched first.
 *
 * @param store store that the caller adds the task to; default the tasks of the tab
 */
export function createUploadTask(
  first: UploadRequest,
  { onChange, onComplete }: UploadTaskHooks,
  store: TaskStore = tasks,
): UploadTask {
  lastId += 1;
  const id = `upload-${lastId}`;
  const { file: source } = first;
  let request = first;
  const { task, restart } = createFileTask<UploadedShare>({
    id,
    store,
    kind: source instanceof File ? 'upload' : 'url-upload',
    source:
      source instanceof File
        ? source
        : {
            name: source.name,
            size: source.size,
            fetch: (signal, onProgress) => fetchRemoteFile(source, signal, onProgress),
          },
    upload: (file, callbacks) =>
      uploadSession().uploadShare(file, { share: request.share, ...callbacks }),
    // A file of a bundle has no link of its own.
    shareOf: (share) => (share.slug === '' ? undefined : newLinkOf('file', share)),
    onComplete: () => onComplete?.(id),
    onChange,
  });
  return {
    ...task,
    kind: source instanceof File ? 'upload' : 'url-upload',
    request,
    rename(slug) {
      request = { ...request, share: { ...request.share, slug } };
      store.update<UploadTask>(id, { request });
      restart();
    },
  };
}
