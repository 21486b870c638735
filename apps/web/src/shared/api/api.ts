import { type Credential, createApiClient } from '@satchel/api-client';
import { readLanguage } from '#shared/i18n/language.ts';
import { endSession, getSession, type Session } from '#shared/session/session-store.ts';
import { logoutReasonOf } from '#shared/session/unauthorized.ts';

export const api = createApiClient({
  baseUrl: '',
  credential: () => credentialOf(getSession()),
  language: readLanguage,
  onError(error, { path }) {
    const reason = logoutReasonOf(getSession(), { code: error.code, status: error.status, path });
    if (reason) endSession(reason);
  },
});

function credentialOf(session: Session): Credential | undefined {
  if (session.kind === 'admin') return { kind: 'admin', token: session.token };
  if (session.kind === 'apikey') return { kind: 'apiKey', key: session.key };
  return undefined;
}
