import { type ApiClient, createApiClient } from '@satchel/api-client';
import { login } from '@satchel/api-client/contract/sessions';
import { ADMIN } from './start-processes.ts';

/** A client of the server as its administrator. */
export async function logIn(baseUrl: string): Promise<ApiClient> {
  const { token } = await createApiClient({ baseUrl }).call(login, { body: ADMIN });
  return createApiClient({ baseUrl, credential: () => ({ kind: 'admin', token }) });
}
