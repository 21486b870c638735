import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { VirtualGrid, type VirtualGridProps } from '@satchel/ui/lists/virtual-grid';
import { useSelector } from '@tanstack/react-store';
import type { ComponentType } from 'react';
import { explorerPreferences } from '../preferences.ts';
import type { Entry } from '../queries.ts';
import { EntryTile, type EntryTileProps, GalleryTile } from './entry-tile.tsx';
import type { EntryViewProps } from './list-view.tsx';

const GRID_COLUMN_PX = 132;
const GALLERY_COLUMN_PX = 220;
/** Narrow enough for two columns on a phone. */
const NARROW_GALLERY_COLUMN_PX = 140;

type TilesProps = EntryViewProps &
  Pick<VirtualGridProps<Entry>, 'minColumnWidthPx' | 'columnCount' | 'gapPx' | 'columnGapPx'> &
  Pick<VirtualGridProps<Entry>, 'rowHeightPx'> & { Tile: ComponentType<EntryTileProps> };

function Tiles({ dropTarget, Tile, ...props }: TilesProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <VirtualGrid
        {...props}
        className="flex-1"
        renderItem={(entry, { isSelected }) => (
          <Tile
            entry={entry}
            isSelected={isSelected}
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

/** Large thumbnails, with the columns and gaps of the user's settings. */
export function GalleryView(props: EntryViewProps) {
  const { columns, horizontalGapPx, verticalGapPx } = useSelector(explorerPreferences).gallery;
  const isNarrow = useMediaQuery('(width < 40rem)');
  return (
    <Tiles
      {...props}
      Tile={GalleryTile}
      minColumnWidthPx={isNarrow ? NARROW_GALLERY_COLUMN_PX : GALLERY_COLUMN_PX}
      {...(columns > 0 && { columnCount: columns })}
      gapPx={verticalGapPx}
      columnGapPx={horizontalGapPx}
      rowHeightPx={(widthPx) => Math.max(80, Math.round(widthPx * 0.78))}
    />
  );
}
