/** Style of all floating elements: menus, popovers, lists of suggestions. */
export const POPUP_CLASS =
  'origin-(--transform-origin) rounded-lg border border-line bg-raised text-ink shadow-md outline-none ' +
  'transition-[opacity,scale] duration-quick ease-enter ' +
  'data-starting-style:scale-97 data-starting-style:opacity-0 data-ending-style:opacity-0';

/** Style of an item of a menu or a list of suggestions. */
export const ITEM_CLASS =
  'flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-sm outline-none select-none ' +
  'data-highlighted:bg-hover data-popup-open:bg-hover data-disabled:cursor-not-allowed data-disabled:opacity-50 ' +
  'max-sm:min-h-11 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0';

/** Style of the label of a group of items. */
export const GROUP_LABEL_CLASS = 'px-2.5 pt-2 pb-1 text-caption font-medium text-ink-faint';

/** Above dialogs, because menus also open in dialogs. */
export const POSITIONER_CLASS = 'z-55 max-w-(--available-width) outline-none';
