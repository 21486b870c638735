import type { ApiClient } from '../client.ts';
import type * as contract from '../contract/sessions.ts';
import { type CallsOf, groupOf } from './bind-calls.ts';

/** The calls of {@link Sessions} and their declarations. */
export interface SessionsCalls {
  /** List one's sessions. */
  readonly list: typeof contract.listSessions;
  /** End a session. */
  readonly end: typeof contract.endSession;
  /** End all other sessions. */
  readonly endOthers: typeof contract.endOtherSessions;
}

/** Sessions of the administrator. Made by {@link createSessions}. */
export type Sessions = CallsOf<SessionsCalls>;

/**
 * Sessions of the administrator. Not a part of `createClient`, because few programs want it.
 *
 * @example
 * const { ended } = await createSessions(api).endOthers();
 */
export const createSessions: (api: ApiClient) => Sessions = /* @__PURE__ */ groupOf<SessionsCalls>({
  list: 'GET admin/sessions',
  end: 'DELETE admin/sessions/:id',
  endOthers: 'DELETE admin/sessions',
});
