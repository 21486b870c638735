import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { onOwnerChange } from '#shared/session/owned-atom.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';

/** Values by form. They are in memory only, because they may contain passwords. */
const held = new Map<string, unknown>();
/** Owner of the values, even while the owner is logged out. */
let owner = ownerOf(getSession());

onOwnerChange((next, reason) => {
  if (reason === 'logout' || (next !== '' && next !== owner)) held.clear();
  if (next !== '') owner = next;
});

export interface HeldState<Value> {
  readonly value: Value;
  readonly setValue: Dispatch<SetStateAction<Value>>;
  /** Whether the value comes from before the session ended. */
  readonly isHeld: boolean;
}

/**
 * State of a form. When the session ends and the login page replaces the form, the same user finds it
 * unchanged after the next login.
 *
 * @param form name of the form, unique within its address
 * @param isHeldOnLeave whether the form is also unchanged after the user has visited other pages
 */
export function useHeldState<Value>(
  form: string,
  initial: () => Value,
  isHeldOnLeave = false,
): HeldState<Value> {
  const [key] = useState(() => `${form} ${window.location.pathname}${window.location.search}`);
  const [isHeld] = useState(() => held.has(key));
  const [value, setValue] = useState(() => (isHeld ? (held.get(key) as Value) : initial()));
  const latest = useRef(value);
  latest.current = value;

  useEffect(() => {
    held.delete(key);
    const stop = subscribeToSession((session, reason) => {
      if (session.kind === 'none' && reason !== 'logout') held.set(key, latest.current);
    });
    return () => {
      stop();
      if (isHeldOnLeave) held.set(key, latest.current);
    };
  }, [key, isHeldOnLeave]);

  return { value, setValue, isHeld };
}
