import { type Dropped, readDrop } from '@satchel/multipart-uploader/drop';
import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { loadTexts } from '#shared/i18n/i18n.ts';

/** Maximum number of names in the message about unreadable entries. */
const SHOWN_NAMES = 3;

/** Reads dropped or pasted files, and shows which entries the browser could not read. */
export async function receiveDrop(transfer: DataTransfer): Promise<Dropped> {
  const dropped = await readDrop(transfer);
  const { unreadable } = dropped;
  if (unreadable.length > 0) {
    await loadTexts('tasks').catch(() => undefined);
    const names = unreadable.slice(0, SHOWN_NAMES).join(', ');
    showToast('error', i18next.t('tasks:unreadable', { count: unreadable.length, names }));
  }
  return dropped;
}
