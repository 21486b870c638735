import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { VirtualGrid } from '@satchel/ui/lists/virtual-grid';
import { useSelector } from '@tanstack/react-store';
import { explorerPreferences } from '../preferences.ts';
import type { EntryViewProps } from './entry-view.ts';
import { GalleryTile } from './gallery-tile.tsx';

const MIN_COLUMN_WIDTH_PX = 220;
/** Two beside each other on a phone. */
const NARROW_MIN_COLUMN_WIDTH_PX = 140;

/** Large pictures, with as many columns and as much between them as one likes. */
export function GalleryView({ handle, dropTarget, ...props }: EntryViewProps) {
  const { columns, horizontalGapPx, verticalGapPx } = useSelector(explorerPreferences).gallery;
  const isNarrow = useMediaQuery('(width < 40rem)');
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <VirtualGrid
        {...props}
        handle={handle}
        minColumnWidthPx={isNarrow ? NARROW_MIN_COLUMN_WIDTH_PX : MIN_COLUMN_WIDTH_PX}
        {...(columns > 0 && { columnCount: columns })}
        gapPx={verticalGapPx}
        columnGapPx={horizontalGapPx}
        rowHeightPx={(widthPx) => Math.max(80, Math.round(widthPx * 0.78))}
        className="flex-1"
        renderItem={(entry, { isSelected }) => (
          <GalleryTile
            entry={entry}
            isSelected={isSelected}
            isDropTarget={dropTarget !== null && entry.path === `${dropTarget}/`}
          />
        )}
      />
    </div>
  );
}
