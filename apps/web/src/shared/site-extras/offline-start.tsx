import type { QueryCacheNotifyEvent } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { whenIdle } from '#shared/loading/when-idle.ts';

const OfflineHost = lazyPart(
  () => import('#shared/offline/offline-host.tsx').then((module) => module.OfflineHost),
  null,
  true,
);

const QUIET_MS = 2_500;

/**
 * Starts the offline features when the page is idle, because their code and database cost a phone more time
 * than the page itself. Starts immediately if they are needed: without a network or server, and in the
 * installed app, which may have been opened to receive a file.
 */
export function OfflineStart() {
  const queryClient = useQueryClient();
  const [isStarted, setIsStarted] = useState(isNeededNow);
  useEffect(() => {
    if (isStarted) return;
    const start = () => setIsStarted(true);
    const cancel = whenIdle(start, QUIET_MS);
    const cache = queryClient.getQueryCache();
    if (cache.getAll().some(({ state }) => state.fetchFailureCount > 0)) start();
    const unsubscribe = cache.subscribe((event) => {
      if (tellsOfFailure(event)) start();
    });
    window.addEventListener('offline', start);
    return () => {
      cancel();
      unsubscribe();
      window.removeEventListener('offline', start);
    };
  }, [isStarted, queryClient]);
  return isStarted ? <OfflineHost /> : null;
}

const isNeededNow = () =>
  !navigator.onLine || window.matchMedia('(display-mode: standalone)').matches;

const tellsOfFailure = (event: QueryCacheNotifyEvent) =>
  event.type === 'updated' && ['failed', 'error', 'pause'].includes(event.action.type);
