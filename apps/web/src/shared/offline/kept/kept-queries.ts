import { isApiError, networkFailure } from '@satchel/api-client/api-error';
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { createAtom } from '@tanstack/react-store';
import { serverNow } from '#shared/environment/server-clock.ts';
import { ownerOf } from '#shared/session/session-owner.ts';
import { getSession } from '#shared/session/session-store.ts';
import { isConnected, tellReached, tellUnreachable } from '../connection.ts';
import type { KeepRule } from './keep-rule.ts';
import { forgetKept, type KeptPlace, keepReply, readKept } from './kept-content.ts';

/** Queries that show a cached response, with the time it was read, by query hash. */
const copies = new Map<string, { query: Query; savedAtMs: number }>();

/** Read time of the oldest cached response on the page, in epoch milliseconds; null if all data is fresh. */
export const oldestCopyMs = createAtom<number | null>(null);

function publish(): void {
  const ages = [...copies.values()].filter(({ query }) => query.isActive());
  oldestCopyMs.set(ages.length === 0 ? null : Math.min(...ages.map(({ savedAtMs }) => savedAtMs)));
}

/**
 * Caches the responses of queries with a {@link KeepRule}, and shows them when the server is unreachable.
 * Returns a function that stops it.
 */
export function followQueries(queryClient: QueryClient): () => void {
  const cache = queryClient.getQueryCache();
  for (const query of cache.getAll()) {
    if (query.state.status === 'success') void keep(query);
    else if (isCutOff(query)) void showCopy(query);
  }
  const unsubscribe = cache.subscribe(follow);
  const refreshing = isConnected.subscribe((isUp) => {
    if (!isUp) return;
    void queryClient.invalidateQueries({ predicate: ({ queryHash }) => copies.has(queryHash) });
  });
  return () => {
    unsubscribe();
    refreshing.unsubscribe();
  };
}

function follow(event: QueryCacheNotifyEvent): void {
  const { query } = event;
  if (event.type === 'removed') copies.delete(query.queryHash);
  if (event.type === 'updated') {
    const { action } = event;
    if (action.type === 'success' && !action.manual) {
      tellReached();
      copies.delete(query.queryHash);
      void keep(query);
    }
    if (action.type === 'failed' || action.type === 'error') handleFailure(query, action.error);
    if (query.state.fetchStatus === 'paused') void showCopy(query);
  }
  if (event.type !== 'observerResultsUpdated') publish();
}

const isCutOff = ({ state }: Query) =>
  state.fetchStatus === 'paused' || isNetworkFailure(state.error ?? state.fetchFailureReason);

const isNetworkFailure = (error: unknown) =>
  isApiError(error, 'client.network', 'client.timeout', 'server.unavailable');

function handleFailure(query: Query, error: unknown): void {
  if (isNetworkFailure(error)) {
    if (isApiError(error, 'client.network')) tellUnreachable();
    void showCopy(query);
  } else if (isApiError(error) && [401, 403, 404, 410].includes(error.status)) {
    const place = placeOf(query);
    // A refused request for the owner's data does not mean that the share is gone.
    if (place && place.part !== 'own') void forgetKept(place);
  }
}

async function keep(query: Query): Promise<void> {
  const place = placeOf(query);
  if (!place) return;
  const { data, dataUpdatedAt: savedAtMs } = query.state;
  const { mayKeep = () => true } = place;
  if (!mayKeep(data as never)) return forgetKept(place);
  const isPrivate = query.queryKey[0] === 'private';
  const owner = isPrivate ? ownerOf(getSession()) : '';
  await keepReply(place, { owner, data, savedAtMs });
}

/** Shows the cached response if the query has no data. Also hides a later failure while there is data. */
async function showCopy(query: Query): Promise<void> {
  const place = placeOf(query);
  if (!place) return;
  if (query.state.data === undefined) {
    const copy = await readKept(place, ownerOf(getSession()), Date.now());
    if (query.state.data !== undefined) return;
    if (!copy || isOver(copy.data)) return showAbsence(query);
    copies.set(query.queryHash, { query, savedAtMs: copy.savedAtMs });
    query.setData(copy.data, { updatedAt: copy.savedAtMs, manual: true });
  }
  if (query.state.status === 'error') query.setState({ status: 'success', error: null });
  // Marks the data as a copy, unless it already is one.
  if (!copies.has(query.queryHash)) {
    copies.set(query.queryHash, { query, savedAtMs: query.state.dataUpdatedAt });
  }
  publish();
}

/** Says at once that a query has to wait for the network, instead of showing that it loads. */
function showAbsence(query: Query): void {
  const { fetchStatus, status } = query.state;
  if (fetchStatus !== 'paused' || status === 'error') return;
  // When the network is back, the paused request continues and replaces the error.
  query.setState({ status: 'error', error: networkFailure(undefined) });
}

/** Whether a cached share has expired in the meantime. */
function isOver(data: unknown): boolean {
  const { expiresAt, expires_at } = Object(data) as Readonly<Record<string, unknown>>;
  const end = expiresAt ?? expires_at;
  return typeof end === 'string' && Date.parse(end) <= serverNow();
}

function placeOf({ meta }: Query): (KeepRule & KeptPlace) | undefined {
  return meta?.keep && { ...meta.keep, part: meta.keep.part ?? '' };
}
