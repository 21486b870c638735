import type { Principal } from '@satchel/api-client/permissions';
import { ANONYMOUS } from '@satchel/permissions';
import type { Session } from './session-store.ts';

/**
 * Converts the session for `@satchel/permissions`. The administrator's id is a constant, because
 * administrators own everything.
 */
export function principalOf(session: Session): Principal {
  if (session.kind === 'none') return ANONYMOUS;
  if (session.kind === 'admin') return { kind: 'admin', id: 'admin' };
  return {
    kind: 'apiKey',
    id: session.keyInfo.id,
    permissions: session.permissions,
    basePath: session.keyInfo.basic_path,
  };
}
