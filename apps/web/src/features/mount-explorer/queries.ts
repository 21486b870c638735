import type { DirectoryEntry } from '@satchel/api-client/contract/file-system-shapes';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client } from '#shared/api/client.ts';
import { directoryPath, parentOf } from './entry-path.ts';
import { afterRenames } from './listing/unconfirmed-renames.ts';

/** Query keys of this feature. The end of the session clears all of them. */
export const explorerKeys = {
  all: ['private', 'mount-explorer'],
  directories: ['private', 'mount-explorer', 'directory'],
  directory: (path: string) => [...explorerKeys.directories, path],
  entry: (path: string) => [...explorerKeys.all, 'entry', path],
} as const;

export type Entry = DirectoryEntry;

/** Page size of the storages' own listings, so that a long directory needs the fewest requests. */
const PAGE_ENTRIES = 1000;

/** Directories that the user refreshes, so that the next request bypasses the server's cache. */
const refreshing = new Set<string>();

/** Time for which sizes are shown without another request. */
const SIZES_FRESH_MS = 60_000;

/** Limit for the offline cache; longer directories are not stored. */
const MAX_KEPT_ENTRIES = 10 * PAGE_ENTRIES;
const isShort = ({
  pages,
}: {
  readonly pages: readonly { readonly items: readonly unknown[] }[];
}) => pages.reduce((sum, { items }) => sum + items.length, 0) <= MAX_KEPT_ENTRIES;

/** A directory, one page per request. */
export function directoryOptions(path: string) {
  return infiniteQueryOptions({
    queryKey: explorerKeys.directory(path),
    meta: { keep: { store: 'directories', key: path, mayKeep: isShort } },
    queryFn: async ({ pageParam, signal }) => {
      await afterRenames([path]);
      const query = {
        path: directoryPath(path),
        limit: PAGE_ENTRIES,
        ...(pageParam && { cursor: pageParam }),
        ...(refreshing.has(path) && { refresh: true }),
      };
      return client.fs.list({ query }, { signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor || undefined,
  });
}

/** Requests a directory from the storage, bypassing the server's cache. */
export async function refreshDirectory(queryClient: QueryClient, path: string): Promise<void> {
  refreshing.add(path);
  try {
    await queryClient.refetchQueries({ queryKey: explorerKeys.directory(path), exact: true });
  } finally {
    refreshing.delete(path);
  }
}

/** A file with its URLs, or a directory. */
export function entryOptions(path: string) {
  return queryOptions({
    queryKey: explorerKeys.entry(path),
    queryFn: async ({ signal }) => {
      await afterRenames([path]);
      return client.fs.get({ query: { path } }, { signal });
    },
  });
}

/** Sizes of a directory and its folders, from the server's index of names, so that no storage is asked. */
export function folderSizesOptions(path: string) {
  return queryOptions({
    queryKey: [...explorerKeys.all, 'sizes', path],
    queryFn: ({ signal }) => client.fs.sizes({ query: { path: directoryPath(path) } }, { signal }),
    staleTime: SIZES_FRESH_MS,
    retry: false,
  });
}

/**
 * The mount of a directory, if a cached response names it.
 *
 * @returns null above the mounts, undefined if unknown
 */
export function knownMountOf(queryClient: QueryClient, path: string): string | null | undefined {
  const pagesOf = (each: string) =>
    queryClient.getQueryData(directoryOptions(each).queryKey)?.pages ?? [];
  const [own] = pagesOf(path);
  if (own) return own.isVirtual ? null : own.mount_id;
  if (path === '/') return null;
  const above = pagesOf(parentOf(path));
  for (const { items } of above) {
    const entry = items.find((each) => each.path === directoryPath(path));
    if (entry?.isVirtual) return entry.mount_id ?? null;
    if (entry) break;
  }
  return above[0]?.mount_id;
}
