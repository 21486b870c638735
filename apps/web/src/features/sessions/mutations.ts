import { createApiClient } from '@satchel/api-client';
import { checkApiKey, login } from '@satchel/api-client/contract/sessions';
import { permissionBitsOf } from '@satchel/permissions/json';
import { useMutation } from '@tanstack/react-query';
import { api } from '#shared/api/api.ts';
import { readLanguage } from '#shared/i18n/language.ts';
import { logOut } from '#shared/session/log-out.ts';
import { setSession } from '#shared/session/session-store.ts';

export interface AdminCredentials {
  username: string;
  password: string;
}

export function useAdminLogin() {
  return useMutation({
    mutationFn: (credentials: AdminCredentials) => api.call(login, { body: credentials }),
    onSuccess: ({ token }) => setSession({ kind: 'admin', token }, Date.now()),
  });
}

/**
 * Logs in with a key after verifying it (SPEC 4). A separate client does that, so that a bad key does
 * not end the session that exists.
 */
export function useKeyLogin() {
  return useMutation({
    mutationFn: async (key: string) => {
      const candidate = createApiClient({
        baseUrl: '',
        credential: () => ({ kind: 'apiKey', key }),
        language: readLanguage,
      });
      return { key, rights: await candidate.call(checkApiKey, {}) };
    },
    onSuccess: ({ key, rights }) =>
      setSession(
        {
          kind: 'apikey',
          key,
          permissions: permissionBitsOf(rights.permissions),
          keyInfo: rights.key_info,
        },
        Date.now(),
      ),
  });
}

export function useLogout() {
  return useMutation({ mutationFn: logOut });
}
