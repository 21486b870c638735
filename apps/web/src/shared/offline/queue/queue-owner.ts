import { readBackend } from '#shared/environment/backend.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';

/** Owner of changes made now, including the server they are for; '' for a visitor of the app's own server. */
export function queueOwner(): string {
  return `${ownerOf(getSession())}${readBackend() && ` on ${readBackend()}`}`;
}
