import { type EntryKind, entryKindOf } from '#shared/file-types/entry-kind.ts';
import type { Entry } from '../queries.ts';

/** The kinds that a filter offers; each stands for several kinds of files. */
export const FILTER_KINDS = ['folders', 'images', 'media', 'documents', 'archives'] as const;
export type FilterKind = (typeof FILTER_KINDS)[number];

const KINDS: Readonly<Record<FilterKind, ReadonlySet<EntryKind>>> = {
  folders: new Set(['folder', 'mount']),
  images: new Set(['image']),
  media: new Set(['video', 'audio']),
  documents: new Set(['text', 'code', 'pdf', 'document', 'table', 'slides']),
  archives: new Set(['archive']),
};

export interface EntryFilter {
  /** Part of the name, ignoring case; '' for all. */
  readonly words: string;
  readonly kind: FilterKind | null;
}

export const NO_FILTER: EntryFilter = { words: '', kind: null };

export function isFiltering({ words, kind }: EntryFilter): boolean {
  return words.trim() !== '' || kind !== null;
}

/** The entries that match the filter. Returns the same array if all match. */
export function filterEntries(
  entries: readonly Entry[],
  filter: EntryFilter,
  hidden: ReadonlySet<string>,
): readonly Entry[] {
  const words = filter.words.trim().toLocaleLowerCase();
  const kinds = filter.kind && KINDS[filter.kind];
  if (!words && !kinds && hidden.size === 0) return entries;
  return entries.filter(
    (entry) =>
      !hidden.has(entry.path) &&
      (!words || entry.name.toLocaleLowerCase().includes(words)) &&
      (!kinds || kinds.has(entryKindOf(entry))),
  );
}

/** Entries that the image-only gallery shows: images, and folders, which may contain more images. */
export function imagesAndFolders(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter((entry) => entry.isDirectory || entryKindOf(entry) === 'image');
}
