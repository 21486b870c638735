import { formatBytes } from '@satchel/api-client/format-bytes';
import { useMediaQuery } from '@satchel/ui/layout/use-media-query';
import clsx from 'clsx';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryIcon } from '#shared/file-types/entry-icon.tsx';
import { entryKindOf } from '#shared/file-types/entry-kind.ts';
import { extensionOf } from '#shared/file-types/file-types.ts';
import { TimeCell } from '#shared/shares/listing/time-cell.tsx';
import { useIsCut } from '../../operations/commands/entry-actions.ts';
import { EntryMenuButton } from '../entry-menu-button.tsx';
import { EntryName } from '../entry-name.tsx';
import type { EntryTileProps } from '../tiles/entry-tile.tsx';
import { LIST_COLUMNS_CLASS } from './list-head.tsx';

export interface ListRowProps extends EntryTileProps {
  isNarrow: boolean;
  /** Size of a folder, if it is known and shown. */
  folderBytes: number | undefined;
}

export const ListRow = memo(function ListRow({
  entry,
  isSelected,
  isDropTarget,
  isNarrow,
  folderBytes,
}: ListRowProps) {
  const { t } = useTranslation('explorer');
  const isDraggable = useMediaQuery('(pointer: fine)');
  const isCut = useIsCut(entry.path);
  const kind = entryKindOf(entry);
  const extension = extensionOf(entry.name);
  const typeName = extension && !entry.isDirectory ? extension.toUpperCase() : t(`kinds.${kind}`);
  const hasTime = !entry.isVirtual && !entry.isDirectory;
  return (
    <div
      draggable={isDraggable && isSelected}
      data-grip={isSelected || undefined}
      className={clsx(
        isNarrow ? 'flex items-center gap-2 px-3' : LIST_COLUMNS_CLASS,
        'group/row h-full cursor-default border-b border-line/50 text-sm select-none',
        isSelected ? 'bg-accent-soft' : 'hover:bg-hover',
        isDropTarget && 'outline-2 -outline-offset-2 outline-accent',
      )}
    >
      <span className="flex min-w-0 flex-1 items-center">
        <span
          draggable={isDraggable}
          data-grip
          className={clsx(
            'flex min-w-0 items-center',
            isNarrow ? 'gap-3' : 'gap-2.5',
            isCut && 'opacity-50',
          )}
        >
          <EntryIcon entry={entry} isDashed={isCut} className={isNarrow ? 'size-6' : 'size-4.5'} />
          <span className="min-w-0">
            <EntryName entry={entry} className="block truncate font-[450]" />
            {isNarrow && (
              <span className="block truncate text-caption text-ink-muted">
                {entry.isDirectory ? (
                  (entry.mount_name ?? t(`kinds.${kind}`))
                ) : (
                  <>
                    {formatBytes(entry.size ?? 0)} · <TimeCell time={entry.modified} />
                  </>
                )}
              </span>
            )}
          </span>
        </span>
      </span>
      {!isNarrow && (
        <>
          <span className="figures truncate text-right text-ink-muted">
            {entry.isDirectory
              ? folderBytes !== undefined && formatBytes(folderBytes)
              : formatBytes(entry.size ?? 0)}
          </span>
          <span className="truncate">{hasTime && <TimeCell time={entry.modified} />}</span>
          <span className="truncate text-ink-muted max-xl:hidden">{typeName}</span>
        </>
      )}
      <EntryMenuButton entry={entry} />
    </div>
  );
});
