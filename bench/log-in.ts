import { type ApiClient, createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { ADMIN } from './start-processes.ts';

/** Returns a client of the server with the administrator's token. */
export async function logIn(baseUrl: string): Promise<ApiClient> {
  return (await logInWithToken(baseUrl)).api;
}

/** Logs in and returns the token too, for programs that do not use our client. */
export async function logInWithToken(baseUrl: string): Promise<{ api: ApiClient; token: string }> {
  const { token } = await createApiClient({ baseUrl }).call(login, { body: ADMIN });
  const api = createApiClient({ baseUrl, credential: () => ({ kind: 'admin', token }) });
  return { api, token };
}
