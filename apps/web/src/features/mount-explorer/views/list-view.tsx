import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import type { EntryViewProps } from './entry-view.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';

const ROW_HEIGHT_PX = 38;
/** Two lines, and large enough for a finger. */
const TALL_ROW_HEIGHT_PX = 58;

/** A line an entry, with columns to sort by. */
export function ListView({ handle, dropTarget, ...props }: EntryViewProps) {
  const isNarrow = useMediaQuery('(width < 40rem)');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  return (
    <>
      {!isNarrow && <ListHead />}
      <VirtualList
        {...props}
        handle={handle}
        rowHeightPx={isNarrow || isCoarse ? TALL_ROW_HEIGHT_PX : ROW_HEIGHT_PX}
        className="flex-1 [scrollbar-gutter:stable]"
        renderItem={(entry, { isSelected }) => (
          <ListRow
            entry={entry}
            isSelected={isSelected}
            isDropTarget={dropTarget !== null && entry.path === `${dropTarget}/`}
            isNarrow={isNarrow}
          />
        )}
      />
    </>
  );
}
