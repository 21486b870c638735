import type { Session } from './session-store.ts';

/** Tells users apart, also across their sessions; '' for nobody. There is one administrator. */
export function ownerOf(session: Session): string {
  if (session.kind === 'none') return '';
  return session.kind === 'admin' ? 'admin' : `key-${session.keyInfo.id}`;
}
