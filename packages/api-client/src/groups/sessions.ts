import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/sessions.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Sessions} and their declarations. */
export interface SessionsCalls {
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
  /** List one's sessions. */
  readonly list: typeof contract.listSessions;
  /** End a session. */
  readonly end: typeof contract.endSession;
  /** End all other sessions. */
  readonly endOthers: typeof contract.endOtherSessions;
}

/** Logging in and out, what a credential may do, and the administrator's sessions. Made by {@link createSessions}. */
export type Sessions = CallsOf<SessionsCalls>;

/**
 * Logging in and out, what a credential may do, and the administrator's sessions.
 *
 * @example
 * const { token } = await createSessions(api).login({ body: { username: 'admin', password } });
 */
export const createSessions: (api: ApiClient) => Sessions = /* @__PURE__ */ groupOf<SessionsCalls>({
  login: 'POST admin/login',
  logout: 'POST admin/logout',
  checkAdminToken: 'GET test/admin-token',
  checkApiKey: 'GET test/api-key',
  changePassword: 'POST admin/change-password',
  list: 'GET admin/sessions',
  end: 'DELETE admin/sessions/:id',
  endOthers: 'DELETE admin/sessions',
});
