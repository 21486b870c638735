import type { UploadHandle } from '@satchel/api-client';
import { noProgress, type Task } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { type DeliveryFile, deliveryPathOf } from './chosen.ts';
import type { DeliverySession } from './delivery-session.ts';

/** File of a delivery that is being uploaded. */
export interface DeliveryTask extends Task {
  readonly kind: 'delivery';
  readonly receipt: string;
  readonly file: File;
  /** Path within the delivery. */
  readonly path: string;
}

export function isDeliveryTask(task: Task): task is DeliveryTask {
  return task.kind === 'delivery';
}

let lastId = 0;

/** Uploads files of a delivery, a few at a time. `onChange` is called when one starts, ends or stops. */
export function sendFiles(
  session: DeliverySession,
  files: readonly Omit<DeliveryFile, 'id'>[],
  onChange: () => void,
): void {
  tasks.add(
    files.map((each) => createDeliveryTask(session, each.file, deliveryPathOf(each), onChange)),
  );
}

/** Creates the task of one file. The task shows the state; the client's upload engine does the work. */
export function createDeliveryTask(
  session: DeliverySession,
  file: File,
  path: string,
  onChange: () => void,
): DeliveryTask {
  lastId += 1;
  const id = `delivery-${lastId}`;
  let handle: UploadHandle<unknown> | null = null;
  const change = (changed: Partial<DeliveryTask>) => tasks.update<DeliveryTask>(id, changed);

  function start(): void {
    const started = session.upload(file, {
      share: { relative_path: path, mimetype: file.type },
      onState(state, { isPaused, isOffline }) {
        if (handle !== started) return;
        if (state === 'idle') change({ state: isPaused ? 'paused' : 'waiting' });
        else if (state === 'uploading') change({ state: isOffline ? 'offline' : 'running' });
      },
      onProgress({ bytes, totalBytes, ...speed }) {
        if (handle !== started) return;
        const fraction = bytes / totalBytes || 0;
        change({ progress: { ...speed, fraction, doneBytes: bytes, totalBytes } });
      },
    });
    handle = started;
    follow(started);
  }

  function follow(started: UploadHandle<unknown>): void {
    const end = (changed: Partial<DeliveryTask>) => {
      if (handle !== started) return;
      change(changed);
      onChange();
    };
    started.done.then(
      () => end({ state: 'completed' }),
      (error: unknown) => end({ state: 'failed', error }),
    );
    onChange();
  }

  function stop(options?: { keep: boolean }): void {
    const stopped = handle;
    handle = null;
    void stopped?.abort(options).then(onChange);
  }

  // Starts after the task is in the store.
  queueMicrotask(start);
  return {
    id,
    kind: 'delivery',
    title: file.name,
    state: 'waiting',
    progress: noProgress(file.size),
    receipt: session.receipt,
    file,
    path,
    pause: () => handle?.pause(),
    resume: () => handle?.resume(),
    cancel() {
      stop();
      change({ state: 'cancelled' });
    },
    retry() {
      change({ state: 'waiting', error: undefined });
      if (!handle) return start();
      handle.resume();
      follow(handle);
    },
    leave: () => stop({ keep: true }),
  };
}
