import { ownerOf } from './session-owner.ts';
import { getSession } from './session-store.ts';

/**
 * Returns the value of the current user. Each user has a separate one, so that users never see each other's
 * files.
 */
export function perOwner<Value>(create: (owner: string) => Value): () => Value {
  let current: { readonly owner: string; readonly value: Value } | undefined;
  return () => {
    const owner = ownerOf(getSession());
    if (current?.owner !== owner) current = { owner, value: create(owner) };
    return current.value;
  };
}
