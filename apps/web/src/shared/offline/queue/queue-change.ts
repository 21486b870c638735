import { showToast } from '@satchel/ui/feedback/toast-store';
import i18next from 'i18next';
import { credentialOf } from '#shared/api/client.ts';
import { readBackend } from '#shared/environment/backend.ts';
import { newKey } from '#shared/environment/new-key.ts';
import { loadTexts } from '#shared/i18n/i18n.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { tellUnreachable } from '../connection.ts';
import { queue } from './queue.ts';
import { queueOwner } from './queue-owner.ts';
import type { Change, QueuedChange, QueuedType } from './queued-change.ts';
import { askForSync } from './sync-registration.ts';

const METHODS: Readonly<Record<QueuedType, QueuedChange['method']>> = {
  createPaste: 'POST',
  updatePaste: 'PUT',
  batchDeletePastes: 'POST',
  clearExpiredPastes: 'POST',
  updateGroupSettings: 'PUT',
  clearCache: 'POST',
  verifyFilePassword: 'POST',
};

/** Id of this tab, until it is reloaded. */
const TAB = newKey();

/** Stores a change that could not be sent. Returns false if the browser cannot store it. */
export async function queueChange(change: Change): Promise<boolean> {
  const owner = queueOwner();
  const timestamp = Date.now();
  const method = METHODS[change.type];
  const row = { ...change, method, owner, timestamp, tab: TAB, status: 'pending' } as const;
  const language = readLanguage();
  try {
    await queue.add(row, { owner, backend: readBackend(), credential: credentialOf(), language });
  } catch {
    return false;
  }
  tellUnreachable();
  // The page need not wait for these, and would show the text as unsent in the meantime.
  void askForSync();
  void tell(change.type);
  return true;
}

async function tell(type: QueuedType): Promise<void> {
  await loadTexts('offline').catch(() => undefined);
  const isPassword = type === 'verifyFilePassword';
  showToast('info', i18next.t(isPassword ? 'offline:queued.password' : 'offline:queued.toast'));
}
