import { type Atom, createAtom } from '@tanstack/react-store';
import { ownerOf } from './session-owner.ts';
import { getSession, type LogoutReason, subscribeToSession } from './session-store.ts';

/** Calls back when another user logs in, and with '' when the user logs out (SPEC 4). */
export function onOwnerChange(
  listener: (owner: string, reason: LogoutReason | null) => void,
): () => void {
  let current = ownerOf(getSession());
  return subscribeToSession((session, reason) => {
    const next = ownerOf(session);
    if (next === current) return;
    current = next;
    listener(next, reason);
  });
}

/**
 * State of the current user, for `useSelector`. `create` resets it when another user logs in and when the
 * user logs out, so that users never see each other's state.
 */
export function createOwnedAtom<Value>(create: (owner: string) => Value): Atom<Value> {
  const atom = createAtom<Value>(create(ownerOf(getSession())));
  onOwnerChange((owner) => atom.set(() => create(owner)));
  return atom;
}
