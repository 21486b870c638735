import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import clsx from 'clsx';
import { memo } from 'react';
import { formatBytes } from '#shared/format/format-bytes.ts';
import { entryKindOf } from '../entry-kind.ts';
import { Thumbnail } from '../preview/images/thumbnail.tsx';
import type { Entry } from '../queries.ts';
import { EntryIcon } from './entry-icon.tsx';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { EntryName } from './entry-name.tsx';

export interface EntryTileProps {
  entry: Entry;
  isSelected: boolean;
  isDropTarget: boolean;
}

/** An entry in the grid. */
export const EntryTile = memo(function EntryTile({
  entry,
  isSelected,
  isDropTarget,
}: EntryTileProps) {
  const isDraggable = useMediaQuery('(pointer: fine)');
  const isPicture = entryKindOf(entry) === 'image';
  return (
    <div
      draggable={isDraggable}
      data-grip
      className={clsx(
        'group/row relative flex h-full min-w-0 cursor-default flex-col overflow-clip rounded-lg border transition-colors select-none',
        isSelected ? 'border-accent bg-accent-soft' : 'border-transparent hover:bg-hover',
        isDropTarget && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <div
        className={clsx(
          'm-1.5 mb-0 flex min-h-0 flex-1 items-center justify-center overflow-clip rounded-md',
          isPicture && 'bg-sunken',
        )}
      >
        {isPicture ? (
          <Thumbnail entry={entry} size={256} className="size-full object-cover" />
        ) : (
          <EntryIcon entry={entry} className="size-12 stroke-[1.25]" />
        )}
      </div>
      <div className="flex h-12 min-w-0 flex-col items-center justify-center px-2 text-center">
        <EntryName entry={entry} className="block max-w-full truncate text-label" />
        <span className="max-w-full truncate text-caption text-ink-muted">
          {entry.isDirectory ? '' : formatBytes(entry.size ?? 0)}
        </span>
      </div>
      <EntryMenuButton entry={entry} onPictureClass="top-1 right-1" />
    </div>
  );
});
