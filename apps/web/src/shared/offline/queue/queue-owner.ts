import { readBackend } from '#shared/environment/backend.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** Who makes changes now, and on which server; '' for a visitor of the app's own. */
export function queueOwner(): string {
  return `${ownerOf(getSession())}${readBackend() && ` on ${readBackend()}`}`;
}
