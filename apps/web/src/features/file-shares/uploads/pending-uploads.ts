import type { PendingUpload } from '@satchel/api-client/pending-uploads';
import { isUnderWay } from '#shared/tasks/task.ts';
import { tasks } from '#shared/tasks/tasks.ts';
import { createPendingStore } from '#shared/uploads/pending-store.ts';
import { answerOtherTabs, keysInOtherTabs, type UploadKey, uploadKeyOf } from './other-tabs.ts';
import { uploadSession } from './upload-session.ts';
import { isUploadTask } from './upload-task.ts';

async function findPending(): Promise<readonly PendingUpload[]> {
  const stored = await uploadSession().pending();
  if (stored.length === 0) return [];
  const elsewhere = await keysInOtherTabs();
  const here = keysHere();
  return stored.filter(({ file, share }) => {
    const key = uploadKeyOf(file, share);
    return !here.has(key) && !elsewhere.has(key);
  });
}

/** Keys of uploads that this tab runs; resuming one of them would send it twice. */
function keysHere(): Set<UploadKey> {
  const keys = new Set<UploadKey>();
  for (const id of tasks.ids()) {
    const task = tasks.get(id);
    if (!task || !isUploadTask(task) || !(isUnderWay(task.state) || task.state === 'failed')) {
      continue;
    }
    keys.add(uploadKeyOf(task.file, task.request.share));
  }
  return keys;
}

answerOtherTabs(keysHere);

const store = createPendingStore(findPending);

export const readPendingUploads = store.readSoon;
export const usePendingUploads = store.use;

/** The one that a file belongs to: as the engine does, by its name, size and time. */
export function pendingOf(file: File, among: readonly PendingUpload[]): PendingUpload | undefined {
  return among.find(
    (each) =>
      each.file.name === file.name &&
      each.file.size === file.size &&
      each.file.lastModified === file.lastModified,
  );
}

export async function discardPending(given: PendingUpload): Promise<void> {
  await uploadSession().discard(given);
  store.drop(given);
}
