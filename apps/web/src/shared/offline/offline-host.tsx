import { dismissToast } from '@satchel/ui/feedback/toast-store';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#shared/loading/lazy-part.tsx';
import { whenIdle } from '#shared/loading/when-idle.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession, subscribeToSession } from '#shared/session/session-store.ts';
import { followStatus } from './app/app-status.ts';
import { startServiceWorker } from './app/service-worker-registration.ts';
import { clearAfterExpiry, clearOfOthers } from './clear-offline.ts';
import { InstallBar, UpdateBar } from './components/app-bars.tsx';
import { IncomingBar } from './components/incoming-bar.tsx';
import { OfflineBar } from './components/offline-bar.tsx';
import { takeLaunchedFiles } from './incoming/incoming.ts';
import { removeOldCopies } from './kept/kept-content.ts';
import { followQueries } from './kept/kept-queries.ts';
import { startSync } from './queue/sync.ts';
import { useQueue } from './queue/use-queue.ts';
import { useConnectionToasts } from './use-connection-toasts.ts';
import { REFUSED_TOAST, useQueueResults } from './use-queue-results.ts';

const loadQueueDialog = () => import('./components/queue-dialog.tsx');
const QueueDialog = lazyPart(() => loadQueueDialog().then((module) => module.QueueDialog));

/** Work of the start that nobody waits for: piece by piece, so that a slow phone answers touches in between. */
async function prepare(): Promise<void> {
  const pieces: (() => Promise<unknown>)[] = [
    () => clearOfOthers(ownerOf(getSession())),
    // Preloads this code, because a user may share a text offline before the worker has cached it.
    () => import('./send-or-queue.ts'),
    loadQueueDialog,
    () => removeOldCopies(Date.now()),
  ];
  for (const piece of pieces) {
    await new Promise<void>((resolve) => whenIdle(resolve, 0));
    await piece().catch(() => undefined);
  }
}

/** Hosts everything for offline use and installation. Loaded after the first paint. */
export function OfflineHost() {
  const { ready } = useTranslation('offline', { useSuspense: false });
  const [isQueueOpen, setIsQueueOpen] = useState(false);
  const queryClient = useQueryClient();
  const changes = useQueue();
  function viewQueue() {
    dismissToast(REFUSED_TOAST);
    setIsQueueOpen(true);
  }
  useConnectionToasts();
  useQueueResults(viewQueue);

  useEffect(() => followQueries(queryClient), [queryClient]);
  useEffect(() => startSync(), []);
  useEffect(() => {
    takeLaunchedFiles();
    void prepare();
    // A log-out clears everything itself; an expired session keeps its queue for the next login.
    return subscribeToSession((_session, reason) => {
      if (reason !== null && reason !== 'logout') void clearAfterExpiry().catch(() => undefined);
    });
  }, []);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isGone = false;
    void startServiceWorker().then((registration) => {
      if (!isGone) stop = followStatus(registration);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);

  if (!ready) return null;
  return (
    <>
      <UpdateBar />
      <OfflineBar changes={changes} onView={viewQueue} />
      <IncomingBar />
      <InstallBar />
      {isQueueOpen && <QueueDialog changes={changes} onClose={() => setIsQueueOpen(false)} />}
    </>
  );
}
