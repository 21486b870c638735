import { ownerOf } from './session-owner.ts';
import { getSession } from './session-store.ts';

/** That of whoever is logged in. Each user has their own, so that nobody is offered another's files. */
export function perOwner<Value>(create: (owner: string) => Value): () => Value {
  let current: { readonly owner: string; readonly value: Value } | undefined;
  return () => {
    const owner = ownerOf(getSession());
    if (current?.owner !== owner) current = { owner, value: create(owner) };
    return current.value;
  };
}
