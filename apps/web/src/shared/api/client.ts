import { type Credential, createClient } from '@satchel/api-client';
import { readBackend } from '#shared/environment/backend.ts';
import { fetchWithClock } from '#shared/environment/server-clock.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { endSession, getSession } from '#shared/session/session-store.ts';

/** Client for the chosen server, with the credential of the current session. */
export const client = createClient({
  baseUrl: readBackend(),
  credential: credentialOf,
  language: readLanguage,
  fetch: fetchWithClock,
});

client.on('adminTokenExpired', () => endSession('adminTokenExpired'));
client.on('apiKeyInvalid', () => endSession('apiKeyInvalid'));

/** Credential of the current session. */
export function credentialOf(): Credential | undefined {
  const session = getSession();
  if (session.kind === 'admin') return { kind: 'admin', token: session.token };
  if (session.kind === 'apiKey') return { kind: 'apiKey', key: session.key };
  return undefined;
}
