import type { ReactNode } from 'react';

export interface MenuItem {
  kind?: 'item';
  key: string;
  label: string;
  icon?: ReactNode;
  /** Shown at the end, such as "Ctrl+C"; the page handles the keys. */
  shortcut?: string;
  isDangerous?: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
}

/** A toggle; the menu stays open. */
export interface MenuCheckbox {
  kind: 'checkbox';
  key: string;
  label: string;
  shortcut?: string;
  isDisabled?: boolean;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** One of several choices; the menu stays open, except on touch screens. */
export interface MenuChoice {
  kind: 'choice';
  key: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

export interface MenuGroup {
  kind: 'group';
  key: string;
  label: string;
  items: readonly MenuEntry[];
}

export interface Submenu {
  kind: 'submenu';
  key: string;
  label: string;
  icon?: ReactNode;
  isDisabled?: boolean;
  items: readonly MenuEntry[];
}

export interface MenuSeparator {
  kind: 'separator';
  key: string;
}

export type MenuEntry = MenuItem | MenuCheckbox | MenuChoice | MenuGroup | Submenu | MenuSeparator;
