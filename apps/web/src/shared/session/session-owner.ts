import type { Session } from './session-store.ts';

/** Identifies the user, also across sessions; '' for a visitor. There is one administrator. */
export function ownerOf(session: Session): string {
  if (session.kind === 'none') return '';
  return session.kind === 'admin' ? 'admin' : `key-${session.keyInfo.id}`;
}
