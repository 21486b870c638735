import type { Principal } from '@satchel/api-client/permissions';
import { useMemo, useSyncExternalStore } from 'react';
import { principalOf } from './principal.ts';
import { getSession, type Session, subscribeToSession } from './session-store.ts';

export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession);
}

export function usePrincipal(): Principal {
  const session = useSession();
  return useMemo(() => principalOf(session), [session]);
}
