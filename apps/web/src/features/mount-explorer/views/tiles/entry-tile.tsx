import { formatBytes } from '@satchel/api-client/format-bytes';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import clsx from 'clsx';
import { memo, type ReactNode } from 'react';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { Thumbnail } from '#shared/previews/images/thumbnail.tsx';
import { useIsCut } from '../../operations/commands/entry-actions.ts';
import type { Entry } from '../../queries.ts';
import { EntryMenuButton } from '../entry-menu-button.tsx';
import { EntryName } from '../entry-name.tsx';
import { EntryTick } from '../entry-tick.tsx';

export interface EntryTileProps {
  entry: Entry;
  isSelected: boolean;
  isDropTarget: boolean;
}

export interface TileProps extends EntryTileProps {
  /** Longer side of the tile, in CSS pixels. */
  sizePx: number | undefined;
  /** Whether pictures are not requested yet; default false. */
  isHeld?: boolean;
}

interface TileFrameProps {
  entry: Entry;
  className: string;
  menuClass: string;
  children: ReactNode;
}

function TileFrame({ entry, className, menuClass, children }: TileFrameProps) {
  const isDraggable = useMediaQuery('(pointer: fine)');
  const isCut = useIsCut(entry.path);
  return (
    <div
      draggable={isDraggable}
      data-grip
      className={clsx(
        'group/row relative flex cursor-default overflow-clip rounded-lg select-none',
        className,
        isCut && 'border-dashed opacity-50',
      )}
    >
      {children}
      <EntryTick entry={entry} />
      <EntryMenuButton entry={entry} onPictureClass={menuClass} />
    </div>
  );
}

/** Tile of an entry in the grid. */
export const EntryTile = memo(function EntryTile(props: TileProps) {
  const { entry, isSelected, isDropTarget, sizePx = 256 } = props;
  const isPicture = entryKindOf(entry) === 'image';
  return (
    <TileFrame
      entry={entry}
      menuClass="top-1 right-1"
      className={clsx(
        'h-full min-w-0 flex-col border transition-colors',
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
          <Thumbnail entry={entry} size={sizePx} className="size-full object-cover" />
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
    </TileFrame>
  );
});

/** Tile of the gallery. The name of a picture appears on hover; other names are always visible. */
export const GalleryTile = memo(function GalleryTile(props: TileProps) {
  const { entry, isSelected, isDropTarget, sizePx = 256, isHeld = false } = props;
  const isPicture = entryKindOf(entry) === 'image';
  return (
    <TileFrame
      entry={entry}
      menuClass="top-2 right-2"
      className={clsx(
        'size-full items-center justify-center rounded-sm! bg-sunken',
        isSelected && 'bg-accent-soft! outline-3 -outline-offset-3 outline-accent',
        isDropTarget && 'outline-3 -outline-offset-3 outline-saddle',
      )}
    >
      {isPicture ? (
        <Thumbnail
          entry={entry}
          size={sizePx}
          isHeld={isHeld}
          className={clsx(
            'size-full object-cover transition-transform duration-100 motion-reduce:transition-none',
            // Smaller than its tile, so that the ring stands out from any picture.
            isSelected && 'scale-[0.94] rounded-sm',
          )}
        />
      ) : (
        <EntryIcon entry={entry} className="mb-6 size-14 stroke-[1.1]" />
      )}
      <div
        className={clsx(
          'absolute truncate bg-raised/90 px-3 py-1.5 text-center text-label transition-opacity',
          // Leaves the ring of a selected tile visible.
          isSelected ? 'inset-x-0.75 bottom-0.75' : 'inset-x-0 bottom-0',
          isPicture &&
            'opacity-0 group-hover/row:opacity-100 has-[input]:opacity-100 in-focus-visible:opacity-100',
        )}
      >
        <EntryName entry={entry} className="block truncate" />
      </div>
    </TileFrame>
  );
});
