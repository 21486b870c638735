import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { watchChanges } from '#shared/live/watch-changes.ts';
import { bundleEventsUrl } from '../addresses.ts';
import {
  bundleKeys,
  comingOptions,
  liveOptions,
  type OpenedBundle,
  type VisitedBundle,
} from '../queries.ts';
import {
  type Arrivals,
  arrivalsOf,
  changeOf,
  type LastChange,
  SILENT_AFTER_MS,
} from './arrivals.ts';
import { useVisitEnd } from './use-visit-end.ts';

const BUNDLE_EVENTS = ['item', 'progress', 'complete', 'changed'];

export interface LiveBundle {
  /** Newest metadata. */
  readonly bundle: VisitedBundle;
  /** Null after the sender has finished. */
  readonly arrivals: Arrivals | null;
  /** Whether nothing has arrived for a minute. */
  readonly isPaused: boolean;
  /** Whether the visit has ended and the visitor has to open the link again. */
  readonly hasEnded: boolean;
}

/** Keeps an opened bundle up to date while its sender uploads, and a folder as long as it is shown. */
export function useLiveBundle(opened: OpenedBundle): LiveBundle {
  const queryClient = useQueryClient();
  const { slug, grant } = opened;
  const { data: bundle } = useQuery(liveOptions(opened));
  const isReceiving = bundle.state === 'receiving';
  const coming = useQuery({ ...comingOptions(opened), enabled: isReceiving });

  const { hasEnded, endVisit } = useVisitEnd(opened, bundle);

  const isFollowed = isReceiving || bundle.is_folder;
  useEffect(() => {
    if (!isFollowed || hasEnded) return;
    return watchChanges({
      // A folder may not change for hours, and reading it is not cheap.
      isPolled: isReceiving,
      names: BUNDLE_EVENTS,
      onVisitEnd: endVisit,
      openEvents: () => new EventSource(bundleEventsUrl({ slug, grant })),
      read: () =>
        Promise.all(
          [bundleKeys.items(slug), bundleKeys.coming(slug), bundleKeys.live(slug)].map((queryKey) =>
            queryClient.invalidateQueries({ queryKey }),
          ),
        ),
    });
  }, [isFollowed, isReceiving, hasEnded, endVisit, slug, grant, queryClient]);

  const arrivals = useMemo(
    () => (isReceiving ? arrivalsOf(bundle, coming.data ?? []) : null),
    [isReceiving, bundle, coming.data],
  );
  return { bundle, arrivals, isPaused: useIsPaused(arrivals), hasEnded };
}

function useIsPaused(arrivals: Arrivals | null): boolean {
  const last = useRef<LastChange | null>(null);
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (!arrivals) return;
    last.current = changeOf(last.current, arrivals, Date.now());
    const silentForMs = Date.now() - last.current.atMs;
    setIsPaused(silentForMs >= SILENT_AFTER_MS);
    const timer = setTimeout(() => setIsPaused(true), SILENT_AFTER_MS - silentForMs);
    return () => clearTimeout(timer);
  }, [arrivals]);
  return isPaused && arrivals !== null;
}
