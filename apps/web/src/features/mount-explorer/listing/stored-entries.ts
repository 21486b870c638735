import { queryClient } from '#shared/api/query-client.ts';
import { extensionOf } from '#shared/file-types/file-types.ts';
import { directoryPath, nameOf, parentOf, plainPath } from '../entry-path.ts';
import { directoryOptions, type Entry, explorerKeys } from '../queries.ts';
import { replaceEntries } from './entry-pages.ts';

/** Delay before new entries appear in the lists, so that many files stored in a row cause one update. */
const SHOW_AFTER_MS = 300;

/** Time of the last own upload by directory. */
const storedAtMs = new Map<string, number>();

/** Time since an upload of this tab has stored something in a directory; Infinity if none has. */
export function msSinceStored(directory: string): number {
  return Date.now() - (storedAtMs.get(directory) ?? Number.NEGATIVE_INFINITY);
}

/** A file that the server has just stored. */
export interface StoredFile {
  /** Full path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly etag?: string | undefined;
}

/**
 * Adds the files and folders that a task stores to the cached lists, so that no list has to be requested
 * again. A list that is still loading gets them once it is complete.
 */
export class StoredEntries {
  /** The directory that existed before the task. */
  readonly #directory: string;
  /** Entries that the lists do not show yet: by directory path, then by their own path. */
  readonly #waiting = new Map<string, Map<string, Entry>>();
  readonly #shownFolders = new Set<string>();
  readonly #typeOf = createTypeFinder();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(directory: string) {
    this.#directory = plainPath(directory);
  }

  /** Adds a file and the new folders above it. */
  addFile({ path, size, etag }: StoredFile): void {
    this.addFolder(parentOf(path));
    const type = this.#typeOf(nameOf(path));
    this.#add({ ...factsOf(path), ...type, isDirectory: false, size, ...(etag && { etag }) });
    void queryClient.invalidateQueries({ queryKey: explorerKeys.entry(path), exact: true });
  }

  /** Adds a new folder and the new folders above it. */
  addFolder(path: string): void {
    const isKnown = path.length <= this.#directory.length || this.#shownFolders.has(path);
    if (isKnown) return;
    this.#shownFolders.add(path);
    this.addFolder(parentOf(path));
    this.#add({
      ...factsOf(path),
      ...{ path: directoryPath(path), isDirectory: true, size: null, type: 1, typeName: 'folder' },
    });
  }

  /** Adds the remaining entries immediately; lists that are still loading are requested again. */
  end(): void {
    this.#show();
    clearTimeout(this.#timer);
    for (const directory of this.#waiting.keys()) {
      const queryKey = explorerKeys.directory(directory);
      void queryClient.invalidateQueries({ queryKey, exact: true });
    }
    this.#waiting.clear();
  }

  #add(entry: Entry): void {
    const directory = parentOf(entry.path);
    storedAtMs.set(directory, Date.now());
    const entries = this.#waiting.get(directory) ?? new Map<string, Entry>();
    this.#waiting.set(directory, entries.set(entry.path, entry));
    this.#timer ??= setTimeout(() => this.#show(), SHOW_AFTER_MS);
  }

  #show(): void {
    this.#timer = undefined;
    for (const [directory, entries] of this.#waiting) {
      if (showIn(directory, entries)) this.#waiting.delete(directory);
    }
    if (this.#waiting.size > 0) this.#timer = setTimeout(() => this.#show(), SHOW_AFTER_MS);
  }
}

/** @returns false if the list is loading, so that the caller has to retry later */
function showIn(directory: string, entries: ReadonlyMap<string, Entry>): boolean {
  const { queryKey } = directoryOptions(directory);
  const state = queryClient.getQueryState(queryKey);
  const data = state?.data;
  if (!state || state.isInvalidated) return true;
  if (state.fetchStatus === 'fetching' || data?.pages.at(-1)?.next_cursor) return false;
  if (!data) return true;
  const left = new Map(entries);
  for (const { items } of data.pages) for (const { path } of items) left.delete(path);
  const { pages } = replaceEntries(data, entries);
  const added = pages[0] && left.size > 0 && { ...pages[0], items: [...left.values()] };
  const changed = {
    pages: added ? [...pages, { ...added, hidden_count: undefined }] : pages,
    pageParams: added ? [...data.pageParams, ''] : data.pageParams,
  };
  // Keeps the age of the list, so that the next refetch still finds changes by others.
  queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  return true;
}

function factsOf(path: string) {
  const modified = new Date().toISOString();
  return { path, name: nameOf(path), isVirtual: false, modified };
}

type EntryType = Pick<Entry, 'type' | 'typeName'>;

/**
 * Returns a function that finds the type of a name. It takes the type of another file with the same extension
 * from any cached list, because only the server knows the administrator's extension lists.
 */
function createTypeFinder(): (name: string) => EntryType {
  const known = new Map<string, EntryType>();
  return (name) => {
    const extension = extensionOf(name);
    const type = known.get(extension) ?? findType(extension);
    known.set(extension, type);
    return type;
  };
}

function findType(extension: string): EntryType {
  const lists = queryClient.getQueriesData<{ pages: { items: readonly Entry[] }[] }>({
    queryKey: explorerKeys.directories,
  });
  const items = lists.flatMap(([, data]) => data?.pages ?? []).flatMap((page) => page.items);
  const like = items.find((item) => !item.isDirectory && extensionOf(item.name) === extension);
  return like ? { type: like.type, typeName: like.typeName } : { type: 0, typeName: 'unknown' };
}
