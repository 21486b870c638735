import { isApiError } from '@satchel/api-client/api-error';
import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQueryClient,
} from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { getSession } from '#shared/session/session-store.ts';
import { validate } from '#shared/session/validate-session.ts';

/** Minimum time between two checks, in milliseconds, because a page may be refused several requests at once. */
const PAUSE_MS = 5000;

/**
 * Asks for the rights of the API key again when the server refuses a request for lack of them: an administrator
 * may have changed them, and pages offer only what the key may do.
 */
export function useFreshRights(): void {
  const queryClient = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    let checkedAtMs = Number.NEGATIVE_INFINITY;
    async function check(error: unknown): Promise<void> {
      if (!isApiError(error, 'auth.forbidden') || performance.now() - checkedAtMs < PAUSE_MS)
        return;
      checkedAtMs = performance.now();
      if (await refreshSession()) await router.invalidate();
    }
    const hear = (event: MutationCacheNotifyEvent | QueryCacheNotifyEvent) => {
      if (event.type === 'updated' && event.action.type === 'error') void check(event.action.error);
    };
    const stops = [queryClient.getQueryCache(), queryClient.getMutationCache()].map((cache) =>
      cache.subscribe(hear),
    );
    return () => {
      for (const stop of stops) stop();
    };
  }, [queryClient, router]);
}

/**
 * Reads the rights of the current API key again.
 *
 * @returns whether they have changed
 */
async function refreshSession(): Promise<boolean> {
  const before = getSession();
  if (before.kind !== 'apiKey') return false;
  await validate(before, Date.now());
  const now = getSession();
  return now.kind === 'apiKey' && now.permissions !== before.permissions;
}
