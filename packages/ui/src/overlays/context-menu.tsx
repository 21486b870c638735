import { ContextMenu as Primitive } from '@base-ui/react/context-menu';
import type { ReactElement } from 'react';
import type { MenuEntry } from './menu-entry.ts';
import { MenuPopup } from './menu-popup.tsx';

export interface ContextMenuProps {
  /** Accessible name of the menu, because no button names it. */
  label: string;
  items: readonly MenuEntry[];
  /** Element that it belongs to, such as a row. It gets no wrapper. */
  children: ReactElement;
}

/**
 * Context menu that opens on a right click, a long press, Shift+F10 and the menu key. Offer its actions
 * elsewhere, too, because users cannot see that it exists.
 */
export function ContextMenu({ label, items, children }: ContextMenuProps) {
  return (
    <Primitive.Root>
      <Primitive.Trigger render={children} />
      <MenuPopup label={label} items={items} positioner={Primitive.Positioner} />
    </Primitive.Root>
  );
}
