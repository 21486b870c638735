import clsx from 'clsx';
import { type ReactNode, useState } from 'react';

export interface TileProps {
  title: string;
  meta?: ReactNode;
  /** Shown if there is no thumbnail, or if it fails to load. */
  icon: ReactNode;
  thumbnailUrl?: string | undefined;
  isSelected?: boolean;
  isDropTarget?: boolean;
  /** Checkbox at the top left, visible on hover, on focus, or when the tile is selected. */
  selection?: ReactNode;
  /** Buttons at the top right, visible in the same cases. */
  actions?: ReactNode;
  badge?: ReactNode;
  className?: string;
}

const REVEALED_CLASS =
  'opacity-0 transition-opacity group-hover/tile:opacity-100 group-has-focus-visible/tile:opacity-100 pointer-coarse:opacity-100';

/** Tile of a file or folder in a grid: a picture, a name, and a line of details. */
export function Tile({
  title,
  meta,
  icon,
  thumbnailUrl,
  isSelected = false,
  isDropTarget = false,
  selection,
  actions,
  badge,
  className,
}: TileProps) {
  return (
    <div
      className={clsx(
        'group/tile relative flex h-full min-w-0 flex-col overflow-clip rounded-lg border transition-[border-color,box-shadow] hover:shadow-md',
        isSelected
          ? 'border-accent bg-accent-soft'
          : 'border-line bg-raised hover:border-line-strong',
        isDropTarget && 'outline-2 -outline-offset-2 outline-accent',
        className,
      )}
    >
      <div className="relative min-h-0 flex-1 bg-sunken">
        <Thumbnail key={thumbnailUrl} url={thumbnailUrl} icon={icon} />
        {badge && <div className="absolute bottom-2 left-2">{badge}</div>}
      </div>
      <div className="flex flex-col gap-0.5 px-2.5 py-2">
        <span title={title} className="truncate text-label text-ink">
          {title}
        </span>
        {meta && <span className="truncate text-caption text-ink-muted">{meta}</span>}
      </div>
      {selection && (
        <div
          className={clsx(
            'absolute top-2 left-2 rounded-sm bg-raised/90 px-1 shadow-sm',
            !isSelected && REVEALED_CLASS,
          )}
        >
          {selection}
        </div>
      )}
      {actions && (
        <div
          className={clsx(
            'absolute top-1.5 right-1.5 rounded-md bg-raised/90 shadow-sm',
            REVEALED_CLASS,
          )}
        >
          {actions}
        </div>
      )}
    </div>
  );
}

function Thumbnail({ url, icon }: { url: string | undefined; icon: ReactNode }) {
  const [isBroken, setIsBroken] = useState(false);
  if (url === undefined || isBroken) {
    return (
      <span
        aria-hidden="true"
        className="flex size-full items-center justify-center text-ink-faint [&_svg]:size-9 [&_svg]:stroke-[1.25]"
      >
        {icon}
      </span>
    );
  }
  return (
    <img
      src={url}
      // Empty, because the name is directly below.
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
      className="size-full animate-appear object-cover"
    />
  );
}
