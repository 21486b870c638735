import { isApiError } from '@satchel/api-client/api-error';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { isConnected } from '#shared/offline/connection.ts';
import { getSession, type Session, subscribeToSession } from '#shared/session/session-store.ts';

const MAX_RETRIES = 2;

// Tells forms before the next event that their change is being sent: on a busy machine the second click of a double
// click, or a second Enter, would send it twice. The default is a timer, before which browsers handle input.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, refetchOnWindowFocus: false, staleTime: 10_000 },
    // Offline a change fails or is queued at once. React Query would hold it back and send it once the network
    // returns, although the user has discarded the form or logged out meanwhile.
    mutations: { networkMode: 'always' },
  },
});

// Clears the cache when the session changes, because the next user may not be allowed to read it.
let credential = credentialOf(getSession());
subscribeToSession((session) => {
  const next = credentialOf(session);
  if (next !== credential) queryClient.removeQueries({ queryKey: ['private'] });
  credential = next;
});

function credentialOf(session: Session): string {
  if (session.kind === 'admin') return session.token;
  return session.kind === 'apiKey' ? session.key : '';
}

/**
 * Retries while a server restarts. Fails immediately while offline, because the client has already tried a
 * read three times.
 */
function isWorthRetrying(failureCount: number, error: Error): boolean {
  const isHopeful = isConnected.get() && failureCount < MAX_RETRIES;
  const isTransient = isApiError(error) && [0, 503].includes(error.status);
  return isHopeful && isTransient && error.code !== 'client.cancelled';
}
