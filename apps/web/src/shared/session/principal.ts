import type { Principal } from '@satchel/api-client/permissions';
import { ANONYMOUS } from '@satchel/permissions';
import type { Session } from './session-store.ts';

/** The session as `@satchel/permissions` wants it. An admin's id is not needed: admins own everything. */
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
