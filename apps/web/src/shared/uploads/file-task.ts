import type { UploadHandle, UploadOptions, UploadState, UploadWait } from '@satchel/api-client';
import type { NewLink } from '#shared/shares/result/share-result.ts';
import {
  noProgress,
  type Task,
  type TaskKind,
  type TaskProgress,
  type TaskState,
} from '#shared/tasks/task.ts';
import type { TaskStore } from '#shared/tasks/task-store.ts';
import { tasks } from '#shared/tasks/tasks.ts';

/**
 * Shares of the progress bar: after fetching and after uploading. Publishing is the last hundredth (SPEC 4).
 */
const FETCHED = 0.49;
const UPLOADED = 0.99;

/** One file that is being uploaded. */
export interface FileTask extends Task {
  /** Null until it was fetched from its address. */
  readonly file: File | null;
}

/** A file that is fetched before its upload. */
export interface FileToFetch {
  readonly name: string;
  /** In bytes; null if unknown. */
  readonly size: number | null;
  readonly fetch: (
    signal: AbortSignal,
    onProgress: (fetchedBytes: number) => void,
  ) => Promise<File>;
}

type UploadCallbacks = Required<Pick<UploadOptions, 'onState' | 'onProgress'>>;

export interface FileTaskOptions<Result> {
  readonly id: string;
  readonly kind: TaskKind;
  readonly source: File | FileToFetch;
  /** Store that the caller adds the task to; default the tasks of the tab. */
  readonly store?: TaskStore | undefined;
  /** Starts the upload. */
  readonly upload: (file: File, callbacks: UploadCallbacks) => UploadHandle<Result>;
  /** Link of the result; undefined if it has none. */
  readonly shareOf?: (result: Result) => NewLink | undefined;
  readonly onComplete?: (() => void) | undefined;
  /** Called when the upload starts, ends or is stopped. */
  readonly onChange: () => void;
}

/**
 * Creates the task of one file, and a function that uploads it from the start again. The task shows the
 * state; the client's upload engine does the work.
 */
export function createFileTask<Result>({
  id,
  kind,
  source,
  store = tasks,
  upload,
  shareOf,
  onComplete,
  onChange,
}: FileTaskOptions<Result>): { readonly task: FileTask; readonly restart: () => void } {
  const remote = source instanceof File ? null : source;
  const progress = noProgress(remote ? 2 * (remote.size ?? 0) : (source.size ?? 0));
  let file = source instanceof File ? source : null;
  let fetching = new AbortController();
  let handle: UploadHandle<Result> | null = null;
  const change = (changed: Partial<FileTask>) => store.update<FileTask>(id, changed);

  function start(): void {
    change({ state: 'waiting', progress, error: undefined });
    if (file) send(file);
    else if (remote) void fetchFirst(remote);
  }

  async function fetchFirst(from: FileToFetch): Promise<void> {
    fetching = new AbortController();
    const { signal } = fetching;
    change({ state: 'running' });
    try {
      const fetched = await from.fetch(signal, (bytes) =>
        change({ progress: whileFetching(bytes, from.size) }),
      );
      if (signal.aborted) return;
      file = fetched;
      change({ file });
      send(file);
    } catch (error) {
      if (!signal.aborted) change({ state: 'failed', error });
    }
  }

  function send(whole: File): void {
    let lastBytes = 0;
    let movedAtMs = Date.now();
    const started = upload(whole, {
      onState: (state, wait) => {
        const shown = shownState(state, wait);
        if (handle !== started || !shown) return;
        const before = store.get(id);
        if (shown !== 'running' || !before || before.state === 'running') {
          change({ state: shown });
          return;
        }
        // Time in which nothing was sent on purpose is no gap. The first byte may be what does not move.
        movedAtMs = Date.now();
        const isSent = before.progress.doneBytes >= before.progress.totalBytes;
        const quietSinceMs = isSent ? undefined : movedAtMs;
        change({ state: shown, progress: { ...before.progress, quietSinceMs } });
      },
      onProgress({ bytes, totalBytes, ...speed }) {
        if (handle !== started) return;
        const { state } = store.get(id) ?? {};
        const hasMoved = bytes > lastBytes;
        if (hasMoved) movedAtMs = Date.now();
        lastBytes = bytes;
        const isQuiet = !hasMoved && speed.bytesPerSecond === 0 && bytes < totalBytes;
        const quietSinceMs = isQuiet ? movedAtMs : undefined;
        const sent = bytes / totalBytes || 0;
        const reached = remote
          ? { fraction: 0.5 + (UPLOADED - 0.5) * sent, doneBytes: totalBytes + bytes }
          : { fraction: sent, doneBytes: bytes };
        change({
          progress: {
            ...speed,
            ...reached,
            quietSinceMs,
            totalBytes: remote ? 2 * totalBytes : totalBytes,
          },
          // Arriving bytes prove that there is a network, even if the browser reports that it is offline.
          ...(state === 'offline' && hasMoved && { state: 'running' }),
          ...(state === 'running' && isQuiet && !navigator.onLine && { state: 'offline' }),
        });
      },
    });
    handle = started;
    follow(started);
  }

  function follow(started: UploadHandle<Result>): void {
    started.done.then(
      (result) => {
        if (handle !== started) return;
        const share = shareOf?.(result);
        change({ state: 'completed', ...(share && { share }) });
        onComplete?.();
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

  function retry(): void {
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
  const task: FileTask = {
    id,
    kind,
    title: source.name,
    state: 'waiting',
    progress,
    file,
    ...(!remote && { pause: () => handle?.pause(), resume: () => handle?.resume() }),
    cancel() {
      stop();
      change({ state: 'cancelled' });
    },
    retry,
    leave: () => stop({ keep: true }),
  };
  return {
    task,
    restart() {
      stop();
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
