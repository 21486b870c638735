import { isApiError } from '@satchel/api-client/api-error';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { directoryOptions, type Entry } from '../queries.ts';
import { createEntrySorter, type EntryOrder } from './sort-entries.ts';

/** Facts about the directory itself from its listing. */
export interface DirectoryFacts {
  readonly mountId: string | undefined;
  /** Whether it lies above the mounts, in no storage. */
  readonly isVirtual: boolean;
  /** Number of entries that the server hides because their names are invalid in paths. */
  readonly hiddenCount: number;
}

export interface DirectoryState {
  /** Undefined while the first page loads. */
  readonly entries: readonly Entry[] | undefined;
  readonly facts: DirectoryFacts | undefined;
  /** Whether all pages are loaded. */
  readonly isComplete: boolean;
  readonly error: Error | null;
  /** Whether it does not exist, or no longer: its last entries may still be loaded. */
  readonly isMissing: boolean;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** All entries of a directory in order. The first page shows as soon as it arrives; the others follow. */
export function useDirectory(path: string, by: EntryOrder): DirectoryState {
  const query = useInfiniteQuery(directoryOptions(path));
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch, isFetchNextPageError } =
    query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [hasNextPage, isFetching, error, fetchNextPage]);

  const [sort] = useState(createEntrySorter);
  const entries = useMemo(
    () =>
      data &&
      sort(
        data.pages.map(({ items }) => items),
        by,
      ),
    [data, by, sort],
  );
  const facts = useMemo(() => {
    const [first] = data?.pages ?? [];
    const hiddenCount = data?.pages.reduce((sum, page) => sum + (page.hidden_count ?? 0), 0) ?? 0;
    return first && { mountId: first.mount_id, isVirtual: first.isVirtual, hiddenCount };
  }, [data]);
  return useMemo(
    () => ({
      entries,
      facts,
      isComplete: data !== undefined && !hasNextPage,
      error,
      isMissing: isMissing(error),
      isFetching,
      // Keeps the loaded pages and requests only the missing ones.
      retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    }),
    [
      entries,
      facts,
      data,
      hasNextPage,
      error,
      isFetching,
      isFetchNextPageError,
      fetchNextPage,
      refetch,
    ],
  );
}

export function isMissing(error: unknown): boolean {
  return isApiError(error) && error.status === 404;
}
