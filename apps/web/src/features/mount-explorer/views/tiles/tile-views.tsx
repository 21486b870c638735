import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { VirtualGrid, type VirtualGridProps } from '@satchel/ui/lists/virtual-grid';
import { VirtualMosaic } from '@satchel/ui/lists/virtual-mosaic';
import { useSelector } from '@tanstack/react-store';
import { type ComponentType, useEffect, useMemo } from 'react';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { formatMonth } from '#shared/format/format-time.ts';
import type { Language } from '#shared/i18n/language.ts';
import { useLanguage } from '#shared/i18n/use-language.ts';
import { whenIdle } from '#shared/loading/when-idle.ts';
import { pictureFactsOf, usePictureFacts } from '#shared/previews/images/picture-facts.ts';
import { useListing } from '../../explorer-context.ts';
import type { EntrySort } from '../../listing/sort-entries.ts';
import { explorerPreferences } from '../../preferences.ts';
import type { Entry } from '../../queries.ts';
import type { EntryViewProps } from '../list/list-view.tsx';
import { EntryTile, GalleryTile, type TileProps } from './entry-tile.tsx';

const GRID_COLUMN_PX = 132;
const NARROW_GALLERY_COLUMN_PX = 140;
const MOSAIC_ROW_PX = 220;
/** Low enough for two or three pictures beside each other on a phone. */
const NARROW_MOSAIC_ROW_PX = 130;
/** Proportions beyond which a picture is cropped: a panorama would make its row too low. */
const MAX_RATIO = 3;
const MIN_RATIO = 0.5;
/** Entries that have arrived, from which on thumbnails do not wait for the rest. */
const HELD_ENTRIES = 10_000;
/** Proportions of most photos. */
const PHOTO_RATIO = 4 / 3;

type TilesProps = EntryViewProps &
  Pick<VirtualGridProps<Entry>, 'minColumnWidthPx' | 'columnCount' | 'gapPx' | 'columnGapPx'> &
  Pick<VirtualGridProps<Entry>, 'rowHeightPx'> & { Tile: ComponentType<TileProps> };

function Tiles({ dropTarget, Tile, ...props }: TilesProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <VirtualGrid
        {...props}
        className="flex-1"
        renderItem={(entry, { isSelected, sizePx }) => (
          <Tile
            entry={entry}
            isSelected={isSelected}
            sizePx={sizePx}
            isDropTarget={entry.path === `${dropTarget}/`}
          />
        )}
      />
    </div>
  );
}

/** One tile per entry: a thumbnail or an icon, with the name. */
export function GridView(props: EntryViewProps) {
  return <Tiles {...props} Tile={EntryTile} minColumnWidthPx={GRID_COLUMN_PX} />;
}

/**
 * Large thumbnails: pictures of any proportions in full rows, by month if they are ordered by time. A number of
 * columns in the settings makes tiles of one size instead.
 */
export function GalleryView(props: EntryViewProps) {
  const { gallery } = useSelector(explorerPreferences);
  const isNarrow = useMediaQuery('(width < 40rem)');
  if (gallery.columns === 0) return <MosaicView {...props} isNarrow={isNarrow} />;
  return (
    <Tiles
      {...props}
      Tile={GalleryTile}
      minColumnWidthPx={NARROW_GALLERY_COLUMN_PX}
      columnCount={gallery.columns}
      gapPx={gallery.verticalGapPx}
      columnGapPx={gallery.horizontalGapPx}
      rowHeightPx={(widthPx) => Math.max(80, Math.round(widthPx * 0.78))}
    />
  );
}

function MosaicView({ dropTarget, isNarrow, ...props }: EntryViewProps & { isNarrow: boolean }) {
  const { sort, horizontalGapPx, verticalGapPx } = useSelector(explorerPreferences).gallery;
  const language = useLanguage();
  const { items } = props;
  const version = usePictureFacts();
  // The version stands for what is known about the pictures.
  const ratios = useMemo(() => items.map(ratioOf), [items, version]);
  const { times, directory } = useListing();
  // Newest first, what is on the first screen is known when all names are; many names take too long for that.
  const isHeld =
    sort === 'modified' && !directory.isComplete && !directory.error && items.length < HELD_ENTRIES;
  const groups = useMemo(
    () => groupsOf(items, times, sort, language),
    [items, times, sort, language],
  );
  // The browser's first month takes a tenth of a second, which the next gallery should not wait for.
  useEffect(() => whenIdle(() => formatMonth('2026-01', language), 0), [language]);
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <VirtualMosaic
        {...props}
        className="flex-1"
        ratios={ratios}
        groups={groups}
        rowHeightPx={isNarrow ? NARROW_MOSAIC_ROW_PX : MOSAIC_ROW_PX}
        gapPx={verticalGapPx}
        columnGapPx={horizontalGapPx}
        renderItem={(entry, { isSelected, sizePx }) => (
          <GalleryTile
            entry={entry}
            isSelected={isSelected}
            sizePx={sizePx}
            isHeld={isHeld}
            isDropTarget={entry.path === `${dropTarget}/`}
          />
        )}
      />
    </div>
  );
}

/** Folders and files without a picture are squares; pictures that have not loaded yet are like most photos. */
function ratioOf(entry: Entry): number {
  if (entryKindOf(entry) !== 'image') return 1;
  return Math.min(MAX_RATIO, Math.max(MIN_RATIO, pictureFactsOf(entry).ratio ?? PHOTO_RATIO));
}

/** Months of files that are ordered by time. Storages have no time for folders. */
function groupsOf(
  items: readonly Entry[],
  times: ReadonlyMap<string, string>,
  sort: EntrySort,
  language: Language,
): readonly string[] {
  const names = new Map<string, string>();
  return items.map(({ isDirectory, path, modified }) => {
    if (sort !== 'modified') return isDirectory ? '' : ' ';
    if (isDirectory) return '';
    const month = (times.get(path) ?? modified).slice(0, 7);
    const name = names.get(month) ?? formatMonth(month, language);
    names.set(month, name);
    return name;
  });
}
