import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/sessions.ts';
import { bindCalls, type CallsOf, type WiresOf } from './bind-calls.ts';

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

export const AUTH: WiresOf<AuthCalls> = {
  login: 'POST admin/login',
  logout: 'POST admin/logout',
  checkAdminToken: 'GET test/admin-token',
  checkApiKey: 'GET test/api-key',
  changePassword: 'POST admin/change-password',
};

/** Logging in and out, and what a credential may do. Made by {@link createAuth}. */
export type Auth = CallsOf<AuthCalls>;

/**
 * Logging in and out, and what a credential may do.
 *
 * @example
 * const { token } = await createAuth(api).login({ body: { username: 'admin', password } });
 */
export function createAuth(api: ApiClient): Auth {
  return bindCalls<AuthCalls>(api, AUTH);
}
