import { queryClient } from '#shared/api/query-client.ts';
import { extensionOf } from '#shared/file-types/file-types.ts';
import { directoryPath, nameOf, parentOf, plainPath } from '../entry-path.ts';
import { directoryOptions, type Entry, explorerKeys } from '../queries.ts';
import { replaceEntries } from './entry-pages.ts';

/** How long entries are collected before the lists show them: many may be stored at once. */
const SHOW_AFTER_MS = 300;

/** A file that was just stored. */
export interface StoredFile {
  /** Its whole path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly etag?: string | undefined;
}

/**
 * Shows what a task stores in the lists that are read already, so that none has to be read again. A list
 * that is being read gets it once it is complete.
 */
export class StoredEntries {
  /** The directory that was there before. */
  readonly #directory: string;
  /** Entries that the lists do not show yet, by the path of their directory and their own. */
  readonly #waiting = new Map<string, Map<string, Entry>>();
  readonly #shownFolders = new Set<string>();
  readonly #typeOf = createTypeFinder();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(directory: string) {
    this.#directory = plainPath(directory);
  }

  /** Shows a file, with the folders that came with it. */
  addFile({ path, size, etag }: StoredFile): void {
    this.addFolder(parentOf(path));
    const type = this.#typeOf(nameOf(path));
    this.#add({ ...factsOf(path), ...type, isDirectory: false, size, ...(etag && { etag }) });
    void queryClient.invalidateQueries({ queryKey: explorerKeys.entry(path), exact: true });
  }

  /** Shows a folder that was made, with those above it. */
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

  /** Shows the rest at once; lists that are still being read are read again. */
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

/** @returns false where the list is being read, and has to be told later */
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
  // Keeps its age: changes by others since then are still to be found.
  queryClient.setQueryData(queryKey, changed, { updatedAt: state.dataUpdatedAt });
  return true;
}

function factsOf(path: string) {
  const modified = new Date().toISOString();
  return { path, name: nameOf(path), isVirtual: false, modified };
}

type EntryType = Pick<Entry, 'type' | 'typeName'>;

/**
 * Finds types as the server gives them, which knows the administrator's list: that of another file with the
 * same extension in any list that is read.
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
