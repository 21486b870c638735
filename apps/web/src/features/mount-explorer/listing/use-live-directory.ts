import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { client } from '#shared/api/client.ts';
import { openEventStream } from '#shared/live/open-event-stream.ts';
import { watchChanges } from '#shared/live/watch-changes.ts';
import { directoryPath, parentOf } from '../entry-path.ts';
import { directoryOptions } from '../queries.ts';
import { isFilling } from '../transfers/uploads/arriving-rows.tsx';
import { msSinceStored } from './stored-entries.ts';
import { hasUnconfirmedRename } from './unconfirmed-renames.ts';
import { isMissing } from './use-directory.ts';

/** Interval of polls where events do not arrive. The server answers most of them from its cache. */
const POLL_MS = 15_000;
const SAFETY_POLL_MS = 5 * 60_000;
/** Number of pages from which a directory is read again at most every half minute. */
const LONG_PAGES = 5;
const LONG_EVERY_MS = 30_000;
/** Time after an own upload within which an event tells of it. */
const OWN_CHANGE_MS = 5_000;
const READ_LATER_MS = 30_000;

const isPageVisible = () => document.visibilityState === 'visible';

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Lists the open directory again when other tabs or people change it. A hidden tab does so when the user
 * returns, because browsers share few connections among all tabs of a server.
 */
export function useLiveDirectory(path: string, isEnabled: boolean): void {
  const queryClient = useQueryClient();
  const isVisible = useSyncExternalStore(onVisibility, isPageVisible);
  const wasHidden = useRef(false);
  useEffect(() => {
    if (!isVisible) wasHidden.current = true;
    if (!isEnabled || !isVisible) return;
    const { queryKey } = directoryOptions(path);
    let later: ReturnType<typeof setTimeout> | undefined;
    const readLater = () => {
      later = undefined;
      void read();
    };

    async function read(): Promise<void> {
      // The end of a rename reads the list again.
      if (hasUnconfirmedRename(path)) return;
      const state = queryClient.getQueryState(queryKey);
      const isLong = (state?.data?.pages.length ?? 0) >= LONG_PAGES;
      // Files of an own upload are in the list already. Others may have changed it meanwhile, too.
      if (isFilling(path) || msSinceStored(path) < OWN_CHANGE_MS) {
        if (!isLong) later ??= setTimeout(readLater, READ_LATER_MS);
        return;
      }
      const ageMs = Date.now() - (state?.dataUpdatedAt ?? 0);
      if (isLong && ageMs < LONG_EVERY_MS) return;
      await queryClient.invalidateQueries({ queryKey, exact: true });
      // The tree still shows a folder that another person has deleted.
      if (isMissing(queryClient.getQueryState(queryKey)?.error)) {
        const parent = directoryOptions(parentOf(path)).queryKey;
        await queryClient.invalidateQueries({ queryKey: parent, exact: true });
      }
    }

    if (wasHidden.current) void read();
    wasHidden.current = false;
    const stop = watchChanges({
      names: ['changed'],
      openEvents: () =>
        openEventStream((signal) =>
          client.fs.watch({ query: { path: directoryPath(path) } }, { signal }),
        ),
      read,
      pollMs: POLL_MS,
      safetyPollMs: SAFETY_POLL_MS,
    });
    return () => {
      clearTimeout(later);
      stop();
    };
  }, [path, isEnabled, isVisible, queryClient]);
}
