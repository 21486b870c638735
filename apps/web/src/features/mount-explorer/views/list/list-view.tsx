import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import { VirtualList } from '@satchel/ui/lists/virtual-list';
import type { VirtualItemsHandle, VirtualItemsProps } from '@satchel/ui/lists/virtual-rows';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type RefObject, useMemo } from 'react';
import { usePlace } from '../../explorer-context.ts';
import { explorerPreferences } from '../../preferences.ts';
import { type Entry, folderSizesOptions } from '../../queries.ts';
import { ListHead } from './list-head.tsx';
import { ListRow } from './list-row.tsx';

const ROW_HEIGHT_PX = 38;
/** Height of a row with two lines, large enough for a finger. */
const TALL_ROW_HEIGHT_PX = 58;

/** Props of list, grid and gallery. */
export interface EntryViewProps
  extends Pick<
    VirtualItemsProps<Entry>,
    | 'label'
    | 'items'
    | 'getKey'
    | 'onOpen'
    | 'onToggle'
    | 'onActiveChange'
    | 'selectedKeys'
    | 'endPx'
  > {
  handle: RefObject<VirtualItemsHandle | null>;
  /** Folder that would receive the dragged items. */
  dropTarget: string | null;
}

/** List with one row per entry and sortable columns. */
export function ListView({ dropTarget, ...props }: EntryViewProps) {
  const isNarrow = useMediaQuery('(width < 40rem)');
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const { path } = usePlace();
  const { hasFolderSizes } = useSelector(explorerPreferences);
  const sizes = useFolderSizes(path, hasFolderSizes);
  return (
    <>
      {!isNarrow && <ListHead />}
      <VirtualList
        {...props}
        rowHeightPx={isNarrow || isCoarse ? TALL_ROW_HEIGHT_PX : ROW_HEIGHT_PX}
        className="flex-1 [scrollbar-gutter:stable]"
        renderItem={(entry, { isSelected }) => (
          <ListRow
            entry={entry}
            isSelected={isSelected}
            isDropTarget={entry.path === `${dropTarget}/`}
            isNarrow={isNarrow}
            folderBytes={entry.isDirectory ? sizes?.get(entry.name) : undefined}
          />
        )}
      />
    </>
  );
}

/** Sizes in bytes of a directory's folders by name; undefined until they are known, and if it is disabled. */
function useFolderSizes(path: string, isEnabled: boolean): ReadonlyMap<string, number> | undefined {
  const { data } = useQuery({ ...folderSizesOptions(path), enabled: isEnabled });
  return useMemo(() => {
    if (!isEnabled || !data?.indexedAt) return undefined;
    return new Map(data.folders.map(({ name, size }) => [name, size]));
  }, [data, isEnabled]);
}
