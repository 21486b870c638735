import { createClient } from '@satchel/api-client';
import { permissionBitsOf } from '@satchel/api-client/permissions';
import { useMutation } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { useChange } from '#shared/api/use-change.ts';
import { readBackend } from '#shared/environment/backend.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { setSession } from '#shared/session/session-store.ts';
import type { AccountEdits } from './account-edits.ts';
import { openSessionsOptions } from './queries.ts';

export interface AdminCredentials {
  username: string;
  password: string;
}

export function useAdminLogin() {
  return useMutation({
    mutationFn: (credentials: AdminCredentials) => client.sessions.login({ body: credentials }),
    onSuccess: ({ token }) => setSession({ kind: 'admin', token }, Date.now()),
  });
}

/**
 * Logs in with an API key after verifying it (SPEC 4). It uses a separate client, so that a refused key does
 * not end the existing session.
 */
export function useKeyLogin() {
  return useMutation({
    mutationFn: async (key: string) => {
      const candidate = createClient({
        baseUrl: readBackend(),
        credential: () => ({ kind: 'apiKey', key }),
        language: readLanguage,
      });
      return { key, rights: await candidate.sessions.checkApiKey() };
    },
    onSuccess: ({ key, rights }) =>
      setSession(
        {
          kind: 'apiKey',
          key,
          permissions: permissionBitsOf(rights.permissions),
          keyInfo: rights.key_info,
        },
        Date.now(),
      ),
  });
}

export const useChangeAccount = () =>
  useChange(({ currentPassword, newUsername, newPassword }: AccountEdits) =>
    client.sessions.changePassword({ body: { currentPassword, newUsername, newPassword } }),
  );

export const useEndSession = () =>
  useChange(
    (id: string) => client.sessions.end({ params: { id } }),
    openSessionsOptions().queryKey,
  );

export const useEndOtherSessions = () =>
  useChange(() => client.sessions.endOthers(), openSessionsOptions().queryKey);
