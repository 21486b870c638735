import type { VirtualItemsHandle, VirtualItemsProps } from '@satchel/ui/lists/virtual-rows';
import type { RefObject } from 'react';
import type { Entry } from '../queries.ts';

/** Props of list, grid and gallery. */
export interface EntryViewProps
  extends Pick<
    VirtualItemsProps<Entry>,
    'label' | 'items' | 'getKey' | 'onOpen' | 'onToggle' | 'onActiveChange' | 'selectedKeys'
  > {
  handle: RefObject<VirtualItemsHandle | null>;
  /** The folder that would take what is dragged over it. */
  dropTarget: string | null;
}
