import { createApiClient } from '@satchel/api-client/client';
import { database } from '#shared/offline/database.ts';
import { replayQueue } from '#shared/offline/queue/replay.ts';
import en from '../locales/en/offline.json';
import zh from '../locales/zh/offline.json';

declare const self: ServiceWorkerGlobalScope;

const TEXTS = { en, zh };

/**
 * Sends the queued changes of all owners whose session has not ended, because only those have a row in
 * `credentials`.
 *
 * @throws if changes have to wait longer, so that the browser retries
 */
export async function syncInBackground(): Promise<void> {
  let mustWait = false;
  for (const { owner, backend, credential, language } of await database.credentials.toArray()) {
    const client = createApiClient({
      baseUrl: backend,
      credential: () => credential,
      language: () => language,
    });
    const { applied, refused, stoppedBy } = await replayQueue(owner, client);
    mustWait ||= stoppedBy !== undefined && stoppedBy.status !== 401;
    await tellResult(language, applied, refused);
  }
  if (mustWait) throw new Error('The server cannot be reached yet');
}

/** Shows a notification, unless a tab is open: tabs show the result themselves. */
async function tellResult(language: 'en' | 'zh', applied: number, refused: number) {
  if (applied + refused === 0 || Notification.permission !== 'granted') return;
  if ((await self.clients.matchAll({ type: 'window' })).length > 0) return;
  const texts = TEXTS[language].notification;
  const body = refused > 0 ? texts.refused : texts.applied;
  await self.registration.showNotification('Satchel', { body, icon: '/icons/icon-192.png' });
}
