import { ContextMenu as Primitive } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';

export interface ContextMenuProps {
  items: readonly MenuEntry[];
  /** For example to select the row that was meant. */
  onOpen?: () => void;
  /** The element that it belongs to, such as a row: it gets no wrapper. */
  children: ReactElement;
}

/**
 * Opens on a right click, a long press, Shift+F10 and the menu key. Whatever is in it must have another
 * way, too, because nobody is told that it is there.
 */
export function ContextMenu({ items, onOpen, children }: ContextMenuProps) {
  return (
    <Primitive.Root
      onOpenChange={(isNowOpen) => {
        if (isNowOpen) onOpen?.();
      }}
    >
      <Primitive.Trigger render={children} />
      <Primitive.Portal>
        <Primitive.Positioner className="z-55 outline-none">
          <MenuPopup items={items} />
        </Primitive.Positioner>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
