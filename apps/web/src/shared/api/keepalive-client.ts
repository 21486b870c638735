import { createClient } from '@satchel/api-client';
import { readBackend } from '#shared/environment/backend.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { credentialOf } from './client.ts';

/**
 * Client for calls that must arrive even if the tab closes. Browsers limit the bodies of all such pending
 * calls together to 64 KiB.
 */
export const keepaliveClient = createClient({
  baseUrl: readBackend(),
  credential: credentialOf,
  language: readLanguage,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});
