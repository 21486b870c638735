import type { Task } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { createFileTask, type FileTask } from '#shared/uploads/file-task.ts';
import { type DeliveryFile, deliveryPathOf } from './chosen.ts';
import type { DeliverySession } from './delivery-session.ts';

/** File of a delivery that is being uploaded. */
export interface DeliveryTask extends FileTask {
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

function createDeliveryTask(
  session: DeliverySession,
  file: File,
  path: string,
  onChange: () => void,
): DeliveryTask {
  lastId += 1;
  const { task } = createFileTask({
    id: `delivery-${lastId}`,
    kind: 'delivery',
    source: file,
    upload: (whole, callbacks) =>
      session.upload(whole, {
        share: { relative_path: path, mimetype: whole.type },
        ...callbacks,
      }),
    onChange,
  });
  return { ...task, kind: 'delivery', receipt: session.receipt, file, path };
}
