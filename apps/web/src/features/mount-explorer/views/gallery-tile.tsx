import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import clsx from 'clsx';
import { memo } from 'react';
import { entryKindOf } from '../entry-kind.ts';
import { Thumbnail } from '../preview/images/thumbnail.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { EntryName } from './entry-name.tsx';
import type { EntryTileProps } from './entry-tile.tsx';

/** A picture that fills its place; its name appears with the pointer, and that of others stays. */
export const GalleryTile = memo(function GalleryTile({
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
        'group/row relative flex size-full cursor-default items-center justify-center overflow-clip rounded-lg bg-sunken select-none',
        isSelected && 'outline-3 -outline-offset-3 outline-accent',
        isDropTarget && 'outline-3 -outline-offset-3 outline-saddle',
      )}
    >
      {isPicture ? (
        <Thumbnail
          entry={entry}
          size={640}
          className={clsx('size-full object-cover', isSelected && 'opacity-85')}
        />
      ) : (
        <EntryIcon entry={entry} className="mb-6 size-14 stroke-[1.1]" />
      )}
      <div
        className={clsx(
          'absolute inset-x-0 bottom-0 truncate bg-raised/90 px-3 py-1.5 text-center text-label transition-opacity',
          isPicture &&
            'opacity-0 group-hover/row:opacity-100 has-[input]:opacity-100 in-focus-visible:opacity-100',
        )}
      >
        <EntryName entry={entry} className="block truncate" />
      </div>
      <EntryMenuButton entry={entry} onPictureClass="top-2 right-2" />
    </div>
  );
});
