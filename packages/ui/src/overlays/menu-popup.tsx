import { Menu, type MenuPositionerProps } from '@base-ui/react/menu';
import clsx from 'clsx';
import { Check, ChevronRight } from 'lucide-react';
import type { ComponentType } from 'react';
import { ariaShortcut, Shortcut } from '../actions/kbd.tsx';
import { useMediaQuery } from '../layout/use-media-query.ts';
import {
  AT_BOTTOM_CLASS,
  SHEET_CLASS,
  SHEET_SCRIM_CLASS,
  SheetContent,
  useIsSheet,
} from './bottom-sheet.tsx';
import type { MenuCheckbox, MenuChoice, MenuEntry, MenuItem, Submenu } from './menu-entry.ts';
import { GROUP_LABEL_CLASS, ITEM_CLASS, POPUP_CLASS } from './popup-class.ts';

type Placement = Pick<MenuPositionerProps, 'align' | 'sideOffset' | 'alignOffset'>;

export interface MenuPopupProps extends Placement {
  items: readonly MenuEntry[];
  /** Accessible name; default that of the button that opens the menu. */
  label?: string;
  /** Component that finds its place; default that of menus with a button. */
  positioner?: ComponentType<MenuPositionerProps>;
}

/** Popup of a menu, a submenu or a context menu: near its button, or at the bottom on phones. */
export function MenuPopup({
  items,
  label,
  positioner: Positioner = Menu.Positioner,
  ...placement
}: MenuPopupProps) {
  const isSheet = useIsSheet();
  const entries = <Entries items={items} />;
  return (
    <Menu.Portal>
      {isSheet && <Menu.Backdrop className={SHEET_SCRIM_CLASS} />}
      <Positioner {...placement} className={clsx('z-55 outline-none', isSheet && AT_BOTTOM_CLASS)}>
        <Menu.Popup
          aria-label={label}
          className={
            isSheet
              ? SHEET_CLASS
              : clsx(
                  POPUP_CLASS,
                  'max-h-(--available-height) min-w-48 max-w-(--available-width) overflow-y-auto p-1',
                )
          }
        >
          {isSheet ? <SheetContent>{entries}</SheetContent> : entries}
        </Menu.Popup>
      </Positioner>
    </Menu.Portal>
  );
}

function Entries({ items }: { items: readonly MenuEntry[] }) {
  return items.map((entry) => <Entry key={entry.key} entry={entry} />);
}

function Entry({ entry }: { entry: MenuEntry }) {
  switch (entry.kind) {
    case 'separator':
      return <Menu.Separator className="mx-2 my-1 h-px bg-line" />;
    case 'group':
      return (
        <Menu.Group>
          <Menu.GroupLabel className={GROUP_LABEL_CLASS}>{entry.label}</Menu.GroupLabel>
          <Entries items={entry.items} />
        </Menu.Group>
      );
    case 'checkbox':
      return <CheckboxEntry entry={entry} />;
    case 'choice':
      return <ChoiceEntry entry={entry} />;
    case 'submenu':
      return <SubmenuEntry entry={entry} />;
    case 'item':
    case undefined:
      return <ItemEntry entry={entry} />;
  }
}

function End({ shortcut }: { shortcut: string | undefined }) {
  const isSheet = useIsSheet();
  return (
    shortcut &&
    !isSheet && (
      <span className="ml-auto pl-6">
        <Shortcut keys={shortcut} isHidden />
      </span>
    )
  );
}

function ItemEntry({ entry }: { entry: MenuItem }) {
  return (
    <Menu.Item
      disabled={entry.isDisabled ?? false}
      onClick={entry.onSelect}
      aria-keyshortcuts={ariaShortcut(entry.shortcut)}
      className={clsx(ITEM_CLASS, entry.isDangerous ? 'text-danger' : 'text-ink')}
    >
      {entry.icon}
      {entry.label}
      <End shortcut={entry.shortcut} />
    </Menu.Item>
  );
}

function CheckboxEntry({ entry }: { entry: MenuCheckbox }) {
  return (
    <Menu.CheckboxItem
      checked={entry.isChecked}
      disabled={entry.isDisabled ?? false}
      onCheckedChange={(isChecked) => entry.onChange(isChecked)}
      aria-keyshortcuts={ariaShortcut(entry.shortcut)}
      className={ITEM_CLASS}
    >
      <span className="inline-flex size-4 text-accent">
        <Menu.CheckboxItemIndicator>
          <Check />
        </Menu.CheckboxItemIndicator>
      </span>
      {entry.label}
      <End shortcut={entry.shortcut} />
    </Menu.CheckboxItem>
  );
}

function ChoiceEntry({ entry }: { entry: MenuChoice }) {
  // On a small screen the menu would cover what the choice has changed.
  const isTouch = useMediaQuery('(pointer: coarse), (width < 40rem)');
  return (
    <Menu.Group>
      <Menu.GroupLabel className={GROUP_LABEL_CLASS}>{entry.label}</Menu.GroupLabel>
      <Menu.RadioGroup value={entry.value} onValueChange={(value: string) => entry.onChange(value)}>
        {entry.options.map((option) => (
          <Menu.RadioItem
            key={option.value}
            value={option.value}
            closeOnClick={isTouch}
            className={ITEM_CLASS}
          >
            <span className="inline-flex size-4 text-accent">
              <Menu.RadioItemIndicator className="m-auto">
                <span className="block size-2 rounded-full bg-current forced-colors:bg-[Highlight]" />
              </Menu.RadioItemIndicator>
            </span>
            {option.label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}

function SubmenuEntry({ entry }: { entry: Submenu }) {
  const isSheet = useIsSheet();
  // A sheet has no room for another one beside it.
  if (isSheet) {
    const { key, label } = entry;
    const items = entry.isDisabled ? [] : entry.items;
    const hasLabel = items.some(({ kind }) => kind === 'choice' || kind === 'group');
    if (hasLabel) return <Entries items={items} />;
    return <Entry entry={{ kind: 'group', key, label, items }} />;
  }
  return (
    <Menu.SubmenuRoot disabled={entry.isDisabled ?? false}>
      <Menu.SubmenuTrigger className={ITEM_CLASS}>
        {entry.icon}
        {entry.label}
        <ChevronRight className="ml-auto text-ink-faint" />
      </Menu.SubmenuTrigger>
      <MenuPopup items={entry.items} sideOffset={2} alignOffset={-4} />
    </Menu.SubmenuRoot>
  );
}
