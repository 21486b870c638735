import { VirtualGrid } from '@satchel/ui/lists/virtual-grid';
import { EntryTile } from './entry-tile.tsx';
import type { EntryViewProps } from './entry-view.ts';

const MIN_COLUMN_WIDTH_PX = 132;

/** A tile an entry: a picture, or an icon, with its name. */
export function GridView({ handle, dropTarget, ...props }: EntryViewProps) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-3">
      <VirtualGrid
        {...props}
        handle={handle}
        minColumnWidthPx={MIN_COLUMN_WIDTH_PX}
        className="flex-1"
        renderItem={(entry, { isSelected }) => (
          <EntryTile
            entry={entry}
            isSelected={isSelected}
            isDropTarget={dropTarget !== null && entry.path === `${dropTarget}/`}
          />
        )}
      />
    </div>
  );
}
