import { createClient } from '@satchel/api-client';
import { readLanguage } from '#shared/i18n/language.ts';
import { credentialOf } from './client.ts';

/**
 * The client for calls that have to arrive although the tab is closed meanwhile. Browsers limit what all
 * of them carry at a time to 64 KiB.
 */
export const lastingClient = createClient({
  baseUrl: '',
  credential: credentialOf,
  language: readLanguage,
  fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
});
