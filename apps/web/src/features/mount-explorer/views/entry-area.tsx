import type { VirtualItemsHandle } from '@satchel/ui/lists/virtual-rows';
import { ContextMenu } from '@satchel/ui/overlays/context-menu';
import clsx from 'clsx';
import { type ComponentType, type DragEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { plainName } from '#shared/format/plain-name.ts';
import { nameOf, plainPath } from '../entry-path.ts';
import { useListing, usePlace, useSelection } from '../explorer-context.ts';
import { useCommandContext } from '../operations/commands/command-context.ts';
import { entryMenu } from '../operations/commands/command-lists.ts';
import { beginDrag } from '../operations/dragging.ts';
import { useDropTarget } from '../operations/use-drop-target.ts';
import type { EntryViewProps } from './list/list-view.tsx';
import { EntryScrubber } from './tiles/entry-scrubber.tsx';
import { useEntryKeys } from './use-entry-keys.ts';
import { useEntryPointer } from './use-entry-pointer.ts';
import { useKeptPlace } from './use-kept-place.ts';

/** Space at the end of the list for the bar of the selection. */
const BAR_SPACE_PX = 56;

/** Wraps a view of the entries with the mouse, touch and keyboard actions that all views share. */
export function EntryArea({ View }: { View: ComponentType<EntryViewProps> }) {
  const { t } = useTranslation('explorer');
  const { path } = usePlace();
  const { entries, directory, abilities } = useListing();
  const selection = useSelection();
  const view = useRef<VirtualItemsHandle>(null);
  const pointer = useEntryPointer(view);
  const context = useCommandContext();
  const keys = useEntryKeys(view, context);
  const drops = useDropTarget();
  const menu = entryMenu(context);
  useKeptPlace(view);

  /** Returns the name of the menu: that of one entry, of several, or of the directory. */
  function menuLabel(): string {
    const { chosen } = context;
    if (chosen.length > 1) return t('selection.actions');
    return t('list.menuOf', { name: plainName(chosen[0]?.name ?? nameOf(path)) || t('root') });
  }

  /** Target of a drop: the folder under the pointer, otherwise the directory itself. */
  function directoryAt(event: DragEvent): string {
    const at = pointer.entryAt(event.target as EventTarget);
    return at?.entry.isDirectory ? plainPath(at.entry.path) : path;
  }

  function onDragStart(event: DragEvent<HTMLElement>): void {
    const at = pointer.entryAt(event.target);
    if (!at) return;
    const dragged = selection.has(at.entry) ? selection.entries : [at.entry];
    if (!abilities.canMove && !abilities.canCopy) {
      event.preventDefault();
      return;
    }
    beginDrag(event.dataTransfer, {
      paths: dragged.map((entry) => entry.path),
      mountId: directory.facts?.mountId,
    });
  }

  return (
    <ContextMenu label={menuLabel()} items={menu}>
      <div className="flex min-h-0 min-w-0 flex-1">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid in it has the role; its events come up here */}
        <div
          {...pointer.handlers}
          onKeyDown={keys.onKeyDown}
          // Stops the context menu component from handling a long press, which selects here.
          onTouchStart={(event) => event.stopPropagation()}
          onDragStart={onDragStart}
          onDragOver={(event) => drops.onDragOver(event, directoryAt(event))}
          onDragLeave={drops.onDragLeave}
          onDrop={(event) => drops.onDrop(event, directoryAt(event))}
          className={clsx(
            'relative flex min-h-0 min-w-0 flex-1 flex-col',
            drops.over === path && 'outline-2 -outline-offset-2 outline-accent outline-dashed',
          )}
        >
          <View
            handle={view}
            label={t('list.label', { name: plainName(nameOf(path)) || t('root') })}
            items={entries}
            getKey={(entry) => entry.path}
            onOpen={pointer.onOpen}
            onToggle={keys.onToggle}
            onActiveChange={keys.onActiveChange}
            selectedKeys={selection.current.keys}
            endPx={BAR_SPACE_PX}
            dropTarget={drops.over}
          />
          {pointer.frame && (
            <div
              aria-hidden="true"
              style={{ ...pointer.frame }}
              className="pointer-events-none fixed z-20 rounded-xs border border-accent bg-accent/10"
            />
          )}
        </div>
        <EntryScrubber view={view} />
      </div>
    </ContextMenu>
  );
}
