import type { UploadedShare, UploadHandle, UploadState, UploadWait } from '@satchel/api-client';
import { isApiError } from '@satchel/api-client/api-error';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { noProgress, type Task, type TaskState } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { uploadSession } from '#shared/uploads/upload-session.ts';
import type { UploadRequest } from './upload-requests.ts';

/** A file on its way to becoming a share. */
export interface UploadTask extends Task {
  readonly kind: 'upload';
  readonly file: File;
  readonly request: UploadRequest;
  /** Tries again under another link, after the first was refused. */
  readonly rename: (slug: string) => void;
}

export function isUploadTask(task: Task): task is UploadTask {
  return task.kind === 'upload';
}

/** Whether only another link is needed. */
export function isSlugRefused(task: Task): boolean {
  return (
    task.state === 'failed' &&
    isApiError(task.error) &&
    (task.error.code === 'shares.slug_taken' || task.error.code === 'shares.slug_reserved')
  );
}

export interface UploadTaskHooks {
  /** The upload has begun, is over, or can only be resumed by another. */
  readonly onChange: () => void;
  readonly onComplete: (share: UploadedShare) => void;
}

/** Uploads a file: the task is the view, the client's upload engine does the work. */
export function createUploadTask(
  id: string,
  first: UploadRequest,
  { onChange, onComplete }: UploadTaskHooks,
): UploadTask {
  const { file } = first;
  const progress = noProgress(file.size);
  let handle: UploadHandle<UploadedShare> | null = null;
  let request = first;
  const change = (changed: Partial<UploadTask>) => tasks.update<UploadTask>(id, changed);

  function start(): void {
    change({ request, state: 'waiting', progress, error: undefined });
    const started = uploadSession().uploadShare(file, {
      share: request.share,
      onState: (state, wait) => {
        const shown = shownState(state, wait);
        if (handle === started && shown) change({ state: shown });
      },
      onProgress({ bytes, totalBytes, ...speed }) {
        if (handle !== started) return;
        const isOffline = tasks.get(id)?.state === 'offline';
        change({
          progress: { fraction: bytes / totalBytes || 0, doneBytes: bytes, totalBytes, ...speed },
          // Bytes arrive, so there is a network, whatever the browser believes.
          ...(isOffline && speed.bytesPerSecond > 0 && { state: 'running' }),
        });
      },
    });
    handle = started;
    follow(started);
  }

  function follow(started: UploadHandle<UploadedShare>): void {
    started.done.then(
      (share) => {
        if (handle !== started) return;
        change({ state: 'completed', link: fileShareUrl(share.slug) });
        onComplete(share);
        onChange();
      },
      (error: unknown) => {
        if (handle !== started) return;
        change({ state: 'failed', error });
        onChange();
      },
    );
    onChange();
  }

  function stop(options?: { keep: boolean }): void {
    const stopped = handle;
    handle = null;
    void stopped?.abort(options).then(onChange);
  }

  function begin(): void {
    if (!handle) {
      start();
      return;
    }
    change({ state: 'waiting', error: undefined });
    handle.resume();
    follow(handle);
  }

  // Begun once it is in the store.
  queueMicrotask(start);
  return {
    ...{ id, kind: 'upload', title: file.name, state: 'waiting', progress, file, request: first },
    pause: () => handle?.pause(),
    resume: () => handle?.resume(),
    cancel() {
      stop();
      change({ state: 'cancelled' });
    },
    retry: begin,
    leave: () => stop({ keep: true }),
    rename(slug) {
      stop();
      request = { ...request, share: { ...request.share, slug } };
      start();
    },
  };
}

/** The engine's states in the task's words; nothing for those that are told by how `done` ends. */
function shownState(state: UploadState, { isPaused, isOffline }: UploadWait): TaskState | null {
  if (state === 'idle') return isPaused ? 'paused' : 'waiting';
  if (state === 'uploading') return isOffline ? 'offline' : 'running';
  return null;
}
