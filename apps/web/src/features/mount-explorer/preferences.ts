import { createAtom } from '@tanstack/react-store';
import { readStored, writeStored } from '#shared/storage/browser-storage.ts';
import { ENTRY_SORTS, type EntryOrder, type EntrySort } from './listing/sort-entries.ts';

export const VIEWS = ['list', 'grid', 'gallery'] as const;
export type View = (typeof VIEWS)[number];

/** Settings that only the gallery has (SPEC 2). */
export interface GallerySettings {
  /** 0 for as many columns as fit. */
  readonly columns: number;
  readonly horizontalGapPx: number;
  readonly verticalGapPx: number;
  readonly sort: EntrySort;
  readonly isImagesOnly: boolean;
}

export interface Preferences {
  /** View of folders for which none is remembered; older versions stored it. */
  readonly view: View;
  readonly order: EntryOrder;
  readonly gallery: GallerySettings;
  readonly isTreeOpen: boolean;
  readonly isDetailsOpen: boolean;
  /** Whether the list shows sizes of folders, too. */
  readonly hasFolderSizes: boolean;
}

/** Storage keys; those that older versions used stay the same (CONTRACT F11). */
const KEYS = {
  view: 'file_explorer_view_mode',
  sort: 'file_explorer_sort_field',
  order: 'file_explorer_sort_order',
  columns: 'gallery_column_count',
  horizontalGap: 'gallery_horizontal_gap',
  verticalGap: 'gallery_vertical_gap',
  gallerySort: 'gallery_sort_by',
  imagesOnly: 'gallery_images_only',
  tree: 'file_explorer_tree',
  details: 'file_explorer_details',
  folderSizes: 'file_explorer_folder_sizes',
} as const;

export const GALLERY_COLUMNS_MAX = 12;
export const GALLERY_GAP_MAX_PX = 60;

/** Reads stored preferences; missing or invalid ones get their defaults. */
export function readPreferences(): Preferences {
  return {
    view: oneOf(VIEWS, readStored(KEYS.view)) ?? 'list',
    order: {
      sort: oneOf(ENTRY_SORTS, readStored(KEYS.sort)) ?? 'name',
      order: readStored(KEYS.order) === 'desc' ? 'desc' : 'asc',
    },
    gallery: {
      columns: numberOf(readStored(KEYS.columns), GALLERY_COLUMNS_MAX, 0),
      horizontalGapPx: numberOf(readStored(KEYS.horizontalGap), GALLERY_GAP_MAX_PX, 4),
      verticalGapPx: numberOf(readStored(KEYS.verticalGap), GALLERY_GAP_MAX_PX, 4),
      sort: oneOf(ENTRY_SORTS, readStored(KEYS.gallerySort)) ?? 'name',
      isImagesOnly: readStored(KEYS.imagesOnly) === 'true',
    },
    isTreeOpen: readStored(KEYS.tree) !== 'false',
    isDetailsOpen: readStored(KEYS.details) === 'true',
    hasFolderSizes: readStored(KEYS.folderSizes) === 'true',
  };
}

function write(preferences: Preferences): void {
  const { order, gallery, isTreeOpen, isDetailsOpen, hasFolderSizes } = preferences;
  writeStored(KEYS.sort, order.sort);
  writeStored(KEYS.order, order.order);
  writeStored(KEYS.columns, gallery.columns === 0 ? 'auto' : String(gallery.columns));
  writeStored(KEYS.horizontalGap, String(gallery.horizontalGapPx));
  writeStored(KEYS.verticalGap, String(gallery.verticalGapPx));
  writeStored(KEYS.gallerySort, gallery.sort);
  writeStored(KEYS.imagesOnly, String(gallery.isImagesOnly));
  writeStored(KEYS.tree, String(isTreeOpen));
  writeStored(KEYS.details, String(isDetailsOpen));
  writeStored(KEYS.folderSizes, String(hasFolderSizes));
}

export const explorerPreferences = createAtom(readPreferences());

explorerPreferences.subscribe(write);

export function setPreferences(change: Partial<Preferences>): void {
  explorerPreferences.set((current) => ({ ...current, ...change }));
}

export function setGallery(change: Partial<GallerySettings>): void {
  setPreferences({ gallery: { ...explorerPreferences.get().gallery, ...change } });
}

function oneOf<Value extends string>(
  values: readonly Value[],
  stored: string | null,
): Value | undefined {
  return values.find((value) => value === stored);
}

function numberOf(stored: string | null, max: number, otherwise: number): number {
  const value = stored === null ? Number.NaN : Number(stored);
  return Number.isInteger(value) && value >= 0 && value <= max ? value : otherwise;
}
