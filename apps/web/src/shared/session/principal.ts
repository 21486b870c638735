import { ANONYMOUS, type Principal } from '@satchel/permissions';
import type { Session } from './session-store.ts';

/** The one who asks, for `@satchel/permissions`. An admin's id never matters: admins own everything. */
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
