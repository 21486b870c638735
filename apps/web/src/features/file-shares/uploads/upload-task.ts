import type { UploadedShare, UploadHandle, UploadState, UploadWait } from '@satchel/api-client';
import { isApiError } from '@satchel/api-client/api-error';
import { fileShareUrl } from '#shared/shares/share-address.ts';
import { noProgress, type Task, type TaskProgress, type TaskState } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { uploadSession } from '#shared/uploads/upload-session.ts';
import { fetchRemoteFile, type RemoteFile } from './remote-file.ts';
import type { UploadRequest } from './upload-requests.ts';

/**
 * Shares of the progress bar: after fetching and after uploading. Publishing is the last hundredth (SPEC 4).
 */
const FETCHED = 0.49;
const UPLOADED = 0.99;

/** A file that is being uploaded as a share. */
export interface UploadTask extends Task {
  readonly kind: 'upload' | 'url-upload';
  readonly request: UploadRequest;
  /** Null until it was fetched from its address. */
  readonly file: File | null;
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
  readonly onComplete: (share: UploadedShare) => void;
}

/**
 * Creates the task of an upload. A file at an address is fetched first. The task shows the state; the
 * client's upload engine does the work.
 */
export function createUploadTask(
  id: string,
  first: UploadRequest,
  { onChange, onComplete }: UploadTaskHooks,
): UploadTask {
  const remote = first.file instanceof File ? null : first.file;
  const progress = noProgress(remote ? 2 * (remote.size ?? 0) : (first.file.size ?? 0));
  let file = first.file instanceof File ? first.file : null;
  let fetching = new AbortController();
  let handle: UploadHandle<UploadedShare> | null = null;
  let request = first;
  const change = (changed: Partial<UploadTask>) => tasks.update<UploadTask>(id, changed);

  function start(): void {
    change({ request, state: 'waiting', progress, error: undefined });
    if (file) upload(file);
    else if (remote) void fetchFirst(remote);
  }

  async function fetchFirst(source: RemoteFile): Promise<void> {
    fetching = new AbortController();
    const { signal } = fetching;
    change({ state: 'running' });
    try {
      const fetched = await fetchRemoteFile(source, signal, (bytes) =>
        change({ progress: whileFetching(bytes, source.size) }),
      );
      if (signal.aborted) return;
      file = fetched;
      change({ file });
      upload(file);
    } catch (error) {
      if (!signal.aborted) change({ state: 'failed', error });
    }
  }

  function upload(whole: File): void {
    const started = uploadSession().uploadShare(whole, {
      share: request.share,
      onState: (state, wait) => {
        const shown = shownState(state, wait);
        if (handle === started && shown) change({ state: shown });
      },
      onProgress({ bytes, totalBytes, ...speed }) {
        if (handle !== started) return;
        const isOffline = tasks.get(id)?.state === 'offline';
        const sent = bytes / totalBytes || 0;
        const reached = remote
          ? { fraction: 0.5 + (UPLOADED - 0.5) * sent, doneBytes: totalBytes + bytes }
          : { fraction: sent, doneBytes: bytes };
        change({
          progress: { ...speed, ...reached, totalBytes: remote ? 2 * totalBytes : totalBytes },
          // Arriving bytes prove that there is a network, even if the browser reports that it is offline.
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
    fetching.abort();
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

  // Starts after the task is in the store.
  queueMicrotask(start);
  return {
    id,
    kind: remote ? 'url-upload' : 'upload',
    title: first.file.name,
    state: 'waiting',
    progress,
    file,
    request: first,
    ...(!remote && { pause: () => handle?.pause(), resume: () => handle?.resume() }),
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

/**
 * Maps the engine's states to those of a task; null for final states, which follow from the result of `done`.
 */
function shownState(state: UploadState, { isPaused, isOffline }: UploadWait): TaskState | null {
  if (state === 'idle') return isPaused ? 'paused' : 'waiting';
  if (state === 'uploading') return isOffline ? 'offline' : 'running';
  return null;
}

function whileFetching(fetchedBytes: number, size: number | null): TaskProgress {
  return {
    ...noProgress(2 * (size ?? fetchedBytes)),
    fraction: size ? Math.min(FETCHED, (FETCHED * fetchedBytes) / size) : null,
    doneBytes: fetchedBytes,
  };
}
