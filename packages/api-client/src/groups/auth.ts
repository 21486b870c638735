import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/sessions.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Auth} and their declarations. */
export interface AuthCalls {
  /** Log in as administrator. */
  readonly login: typeof contract.login;
  /** Log out. */
  readonly logout: typeof contract.logout;
  /** Check an administrator token. */
  readonly checkAdminToken: typeof contract.checkAdminToken;
  /** Check an API key and read its rights. */
  readonly checkApiKey: typeof contract.checkApiKey;
  /** Change the administrator account. */
  readonly changePassword: typeof contract.changePassword;
}

/** Logging in and out, and what a credential may do. Made by {@link createAuth}. */
export type Auth = CallsOf<AuthCalls>;

/**
 * Logging in and out, and what a credential may do.
 *
 * @example
 * const { token } = await createAuth(api).login({ body: { username: 'admin', password } });
 */
export const createAuth: (api: ApiClient) => Auth = /* @__PURE__ */ groupOf<AuthCalls>({
  login: 'POST admin/login',
  logout: 'POST admin/logout',
  checkAdminToken: 'GET test/admin-token',
  checkApiKey: 'GET test/api-key',
  changePassword: 'POST admin/change-password',
});
